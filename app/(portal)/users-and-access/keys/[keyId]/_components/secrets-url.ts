import { type Query, toHref } from '../../../../_lists/list-url.ts'
import { keyHref } from '../../../list-state.ts'

const secretDialogs = ['rotate', 'hand-over', 'leaked', 'rehearse', 'retire', 'discard'] as const

export type SecretDialog = (typeof secretDialogs)[number]

/** The URL that opens a dialog about the key's secrets over its page. */
export function secretHref(keyId: string, dialog: SecretDialog): string {
  return toHref(keyHref(keyId), { secret: dialog })
}

export function readSecretDialog(query: Query): SecretDialog | undefined {
  return secretDialogs.find((known) => known === query.secret)
}
