import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { HandOverState } from '#lib/domain/keys/api-keys/hand-over.ts'
import { findHandOver, findLatestHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** A hand-over as the key's managers see it. */
export type HandOver = NonNullable<Awaited<ReturnType<typeof findLatestHandOver>>>

/** The newest hand-over of a key. @throws Refusal `forbidden`, `not_found` */
export async function readHandOver({ db }: Services, actor: Actor, keyId: string): Promise<HandOver | undefined> {
  requireManager(actor, 'keys:read')
  await getManagedKey(db, actor, { id: keyId, scope: 'keys:read' })
  return findLatestHandOver(db, keyId)
}

/** What the holder of a link may know. */
export type LinkedHandOver = Readonly<{
  state: HandOverState
  key: Pick<ApiKey, 'name' | 'accountIds' | 'networks' | 'expiresAt'>
  /** Null if it was created via CLI. */
  createdByName: string | null
  expiresAt: number
  usedAt: number | null
  /** The client network, as rate limits count it. */
  usedFrom: string | null
}>

/**
 * What became of the hand-over that a link belongs to, without spending the link: a mail scanner or a preview may open
 * its page first. @returns undefined for an unknown link
 */
export async function findLinkedHandOver({ db }: Services, token: string): Promise<LinkedHandOver | undefined> {
  const handOver = await findHandOver(db, sha256(token))
  const key = handOver && (await findKey(db, handOver.keyId))
  if (!key) return undefined
  const { createdByName, expiresAt, usedAt, usedFrom } = handOver
  const { name, accountIds, networks } = key
  return {
    state: handOver.state === 'open' && !isUsable(key) ? 'withdrawn' : handOver.state,
    key: { name, accountIds, networks, expiresAt: key.expiresAt },
    createdByName,
    expiresAt,
    usedAt,
    usedFrom: usedFrom === null ? null : toClientNetwork(usedFrom),
  }
}

function isUsable({ state, ownerActive }: ApiKey): boolean {
  return state === 'active' && ownerActive
}
