import type { ApiKey, GeneratedApiKey } from '#lib/api-keys/api-key.ts'
import type { CallLimitInput } from '#lib/api-keys/call-limit-schema.ts'
import { disableApiKey, enableApiKey } from '#lib/api-keys/change-api-key-state.ts'
import { extendApiKey } from '#lib/api-keys/extend-api-key.ts'
import { listApiKeys } from '#lib/api-keys/find-api-keys.ts'
import { generateApiKey, registerApiKey } from '#lib/api-keys/generate-api-key.ts'
import { patchKeyFields } from '#lib/api-keys/key-resource.ts'
import type { NewApiKeyInput } from '#lib/api-keys/schema.ts'
import { countExcess, setCallLimit } from '#lib/api-keys/set-call-limit.ts'
import { handOverNewKey } from '#lib/hand-over/hand-over-key.ts'
import { type RotationInput, rotatePublicKey, rotateSecret } from '#lib/key-rotation/rotate-secret.ts'
import { countCallsInLastDay } from '#lib/usage/count-calls-in-last-day.ts'
import type { UsagePeriod } from '#lib/usage/key-usage.ts'
import { toKeyUsageResource } from '#lib/usage/key-usage-resource.ts'
import { readKeyUsage } from '#lib/usage/read-key-usage.ts'
import { patchApiKey } from '#lib/user-lifecycle/patch-api-key.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'
import { getUserByName } from '#lib/users/find-users.ts'
import type { CommandContext } from '../run.ts'
import type { PrintedLink } from './key-secrets.ts'
import { type Patch, unconditional } from './patch.ts'

/** A key for the owner of this email address or username. With a `publicJwk`, it has no secret. */
export type NewKey = Readonly<{ owner: string; fields: Omit<NewApiKeyInput, 'ownerId'>; publicJwk?: unknown }>

/** `usesInLastDay`: calls in this hour and the 23 before. */
export type CountedKey = ApiKey & Readonly<{ usesInLastDay: number }>

export type CreatedKey = Readonly<{
  owner: Readonly<{ id: string; name: string }>
  key: Omit<GeneratedApiKey, 'secret' | 'ownerUsername' | 'scopes'> & Readonly<{ secret?: string }>
}>

export type Rotation = Omit<RotationInput, 'publicJwk'> & Readonly<{ publicJwk?: unknown }>

/** `secret`: undefined with a public key. */
export type RotatedKey = Readonly<{ secretId: string; secret?: string; lapsesAt: number }>

export function localKeys({ services, actor }: CommandContext) {
  return {
    create: async ({ owner: name, fields, publicJwk }: NewKey): Promise<CreatedKey> => {
      const owner = await getUserByName(services, actor, name)
      const input = { ...fields, ownerId: owner.id }
      if (publicJwk === undefined) return { owner, key: await generateApiKey(services, actor, input) }
      return { owner, key: await registerApiKey(services, actor, { ...input, publicJwk }) }
    },
    createHandOver: async ({ owner: name, fields }: NewKey): Promise<PrintedLink> => {
      const { id: ownerId } = await getUserByName(services, actor, name)
      return handOverNewKey(services, actor, { ...fields, ownerId })
    },
    list: async (): Promise<CountedKey[]> => {
      const keys = await listApiKeys(services, actor)
      const calls = await countCallsInLastDay(services, actor, keys)
      return keys.map((key) => ({ ...key, usesInLastDay: calls.get(key.id) ?? 0 }))
    },
    change: async (id: string, patch: Patch): Promise<Pick<ApiKey, 'id' | 'name' | 'note'>> => {
      const change = (current: ApiKey) => patchKeyFields(current, patch)
      return patchApiKey(services, actor, { id, change, precondition: unconditional })
    },
    usage: async (keyId: string, period: UsagePeriod) =>
      toKeyUsageResource(
        await readKeyUsage(services, actor, { keyId, period }),
        await countExcess(services, actor, keyId),
      ),
    disable: (keyId: string) => disableApiKey(services, actor, keyId),
    enable: (keyId: string) => enableApiKey(services, actor, keyId),
    revoke: (keyId: string) => revokeApiKey(services, actor, keyId),
    limit: (input: CallLimitInput) => setCallLimit(services, actor, input),
    extend: (keyId: string, days: number) => extendApiKey(services, actor, { keyId, days }),
    rotate: async ({ publicJwk, ...input }: Rotation): Promise<RotatedKey> =>
      publicJwk === undefined
        ? rotateSecret(services, actor, input)
        : rotatePublicKey(services, actor, { ...input, publicJwk }),
  }
}
