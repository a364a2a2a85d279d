import { type HandOverInput, type HandOverLink, handOverKey } from '#lib/hand-over/hand-over-key.ts'
import { withdrawHandOver } from '#lib/hand-over/withdraw-hand-over.ts'
import { readKeySecrets } from '#lib/key-rotation/read-key-secrets.ts'
import { endRehearsal, rehearseRetirement } from '#lib/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/key-rotation/retire-secret.ts'
import type { CommandContext } from '../run.ts'

/** A link whose recipient generates the secret of a key. */
export type PrintedLink = Pick<HandOverLink, 'keyId' | 'url' | 'expiresAt'>

type Retirement = Readonly<{ keyId: string; secretId: string; endFamilies: boolean }>
type Rehearsal = Readonly<{ keyId: string; minutes: number | undefined }>

export function localKeySecrets({ services, actor }: CommandContext) {
  return {
    list: (keyId: string) => readKeySecrets(services, actor, keyId),
    retire: (retirement: Retirement) => retireSecret(services, actor, retirement),
    /** @returns when the secret works again */
    rehearse: async (rehearsal: Rehearsal) => (await rehearseRetirement(services, actor, rehearsal)).until,
    endRehearsal: (keyId: string) => endRehearsal(services, actor, keyId),
    handOver: (input: HandOverInput): Promise<PrintedLink> => handOverKey(services, actor, input),
    /** @returns whether a link was open */
    withdrawHandOver: (keyId: string) => withdrawHandOver(services, actor, keyId),
  }
}
