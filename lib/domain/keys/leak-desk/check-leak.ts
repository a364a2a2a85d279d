import type { ApiKey, ApiKeyState } from '#lib/domain/keys/api-keys/api-key.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import {
  type CredentialKind,
  type FoundCredential,
  findCredentials,
} from '#lib/domain/keys/leak-desk/find-credentials.ts'
import { type CredentialFacts, earliest, identifyCredential } from '#lib/domain/keys/leak-desk/identify-credential.ts'
import type { UseOfNetwork } from '#lib/domain/keys/leak-desk/known-networks.ts'
import { type LeakedUse, readLeakedUse } from '#lib/domain/keys/leak-desk/read-leaked-use.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { mayManageKey, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

export const maxTextLength = 65_536

type OfKey = Readonly<{
  keyName: string | null
  keyState: ApiKeyState | null
  owner: string | null
  /** The last use of the key, with any credential. */
  keyUse?: UseOfNetwork
}>

/**
 * A credential of a text, without the credential. `known: false`: not ours, or of a key that the actor can't manage.
 */
export type CheckedCredential = Readonly<{ kind: CredentialKind }> &
  (
    | Readonly<{ known: false }>
    | (CredentialFacts &
        LeakedUse &
        OfKey &
        Readonly<{
          known: true
          /** When it stops working, by itself or with its key; null if never. Undefined if it doesn't work. */
          worksUntil?: number | null
        }>)
  )

/**
 * Finds the secrets, tokens and sign-in links in a text, and says whose each is, whether and until when it works, and
 * where it was used. Changes and records nothing, and the result holds nothing of the text.
 * @throws Refusal `forbidden`; `too_many_requests` after 30 checks of the user in a minute; `input_invalid` for a text
 *   of over 64 KiB
 */
export async function checkLeak(services: Services, actor: Actor, text: string): Promise<readonly CheckedCredential[]> {
  requireManager(actor)
  if (actor.kind === 'person') await services.limits.leakChecksOfUser.countFailure(actor.userId)
  if (Buffer.byteLength(text) > maxTextLength) throw new Refusal('input_invalid', { fields: { text: 'too_long' } })
  const checked: CheckedCredential[] = []
  for (const credential of findCredentials(text)) checked.push(await check(services, actor, credential))
  return checked
}

async function check(services: Services, actor: Actor, credential: FoundCredential): Promise<CheckedCredential> {
  const { kind } = credential
  const found = await identifyCredential(services, credential)
  if (!found) return { kind, known: false }
  const { facts, until } = found
  const key = facts.keyId === null ? undefined : await findKey(services.db, facts.keyId)
  if (key && !mayManageKey(actor, key.owner)) return { kind, known: false }
  const isKeyUsable = key ? key.state === 'active' && key.ownerActive : true
  const works = facts.works && isKeyUsable
  const worksUntil = earliest(until, key?.expiresAt ?? null)
  const use = await readLeakedUse(services.db, found)
  return { kind, known: true, ...facts, works, ...(works && { worksUntil }), ...describeKey(key), ...use }
}

function describeKey(key: ApiKey | undefined): OfKey {
  if (!key) return { keyName: null, keyState: null, owner: null }
  const { name: keyName, state: keyState, owner, lastUsedAt: at, lastUsedFrom: from } = key
  const isUsed = at !== null && from !== null
  return { keyName, keyState, owner: owner.name, ...(isUsed && { keyUse: { network: toClientNetwork(from), at } }) }
}
