import { isDeepStrictEqual } from 'node:util'
import { type ActiveTarget, listActiveTargets, setPaused } from '#lib/domain/events/webhooks/store.ts'
import { webhookEvent } from '#lib/domain/events/webhooks/webhook.ts'
import {
  findKeyStates,
  type KeyState,
  listStoredKeysAfter,
  type RestoredKey,
  setKeyState,
} from '#lib/domain/keys/api-keys/restore-store.ts'
import {
  findUserStates,
  listUserStatesAfter,
  setLinkedFromIdentities,
  setUserState,
  type UserState,
} from '#lib/domain/people/users/restore-store.ts'
import { copyFactors } from '#lib/domain/sign-in/second-factor/restore-store.ts'
import { copyIdentities, disableEndedProviders } from '#lib/domain/sign-in/sign-in-providers/restore-store.ts'
import { providerEvent } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Operator } from '#lib/foundation/authorization/actor.ts'
import { type Db, type DbTransaction, readNow } from '#lib/foundation/db/database.ts'
import { hasTable } from '#lib/foundation/db/has-table.ts'
import { carryOverSecrets } from '#lib/server/backup/carry-over-secrets.ts'
import type { RestoreFacts } from '#lib/server/backup/finalize-restore.ts'
import { type PreviousDatabase, readIfPossible } from '#lib/server/backup/previous-database.ts'

/** A key that was active in the backup. The operator decides whether it still is. */
export type KeyToEnable = Readonly<{ keyId: string; name: string; owner: string; lastUsedAt: number | null }>

/** Why a restored key stops working. `unknown`: nothing shows whether it was revoked since the backup. */
export type KeyVerdict = 'revoked' | 'disabled' | 'unknown'

/** Revokes and disables restored keys that were revoked or disabled since the backup, and disables uncertain ones. */
export async function carryOverKeys(
  trx: DbTransaction,
  actor: Operator,
  facts: RestoreFacts,
): Promise<{ revokedKeys: number; disabledKeys: number; keysToEnable: KeyToEnable[] }> {
  const now = await readNow(trx)
  const counts: Record<KeyVerdict, number> = { revoked: 0, disabled: 0, unknown: 0 }
  const keysToEnable: KeyToEnable[] = []
  for await (const keys of pagesOf((afterId) => listStoredKeysAfter(trx, afterId))) {
    const previous = await findInPrevious(facts.previous, findKeyStates, keys)
    await carryOverSecrets(trx, facts, { keyIds: keys.map(({ id }) => id), knownIds: [...previous.keys()] })
    for (const key of keys) {
      const verdict = evaluateKey(key, previous.get(key.id), { ...facts, now })
      if (verdict) {
        await setKeyState(trx, stateAfter(verdict, key, { previous: previous.get(key.id), now }))
        counts[verdict] += 1
      }
      if (verdict === 'unknown') await recordDisabled(trx, actor, key)
      const isDisabledInBackup = key.disabledAt !== null && key.revokedAt === null && !verdict
      if (verdict === 'unknown' || (facts.backupDisables && isDisabledInBackup)) keysToEnable.push(toKeyToEnable(key))
    }
  }
  return { revokedKeys: counts.revoked, disabledKeys: counts.disabled, keysToEnable }
}

/** @returns `undefined` if the key stays as the backup has it; `previous` is the key in the previous database */
export function evaluateKey(
  key: Pick<RestoredKey, 'disabledAt' | 'revokedAt' | 'expiresAt'>,
  previous: KeyState | undefined,
  { uncertainty, enableKeys, now }: Pick<RestoreFacts, 'uncertainty' | 'enableKeys'> & Readonly<{ now: number }>,
): KeyVerdict | undefined {
  if (key.revokedAt !== null) return undefined
  if (previous && previous.revokedAt !== null) return 'revoked'
  if (key.disabledAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) return undefined
  if (previous && previous.disabledAt !== null) return 'disabled'
  const isKnownGood = previous !== undefined && uncertainty === undefined
  // Keys are never deleted: a database without this key is not a successor of the backup.
  return isKnownGood || enableKeys ? undefined : 'unknown'
}

function stateAfter(
  verdict: KeyVerdict,
  key: RestoredKey,
  { previous, now }: Readonly<{ previous: KeyState | undefined; now: number }>,
): KeyState {
  const disabledAt = key.disabledAt ?? (verdict === 'unknown' ? now : (previous?.disabledAt ?? null))
  return { id: key.id, disabledAt, revokedAt: previous?.revokedAt ?? null }
}

async function recordDisabled(trx: DbTransaction, actor: Operator, key: RestoredKey): Promise<void> {
  await recordEvent(trx, actor, {
    kind: 'api_key.disabled',
    subject: { kind: 'api_key', id: key.id, name: key.name },
    details: { owner: key.ownerName, ownerId: key.ownerId, reason: 'restored' },
  })
}

function toKeyToEnable({ id, name, ownerName, lastUsedAt }: RestoredKey): KeyToEnable {
  return { keyId: id, name, owner: ownerName, lastUsedAt }
}

/**
 * Keeps deactivations and password changes made since the backup: an old password may be known to others. Users of a
 * successor of the backup continue with its factors: with those added since, without those removed since.
 */
export async function carryOverUsers(
  trx: Db,
  { previous: previousDatabase, uncertainty }: Pick<RestoreFacts, 'previous' | 'uncertainty'>,
): Promise<{ deactivatedUsers: number; newerPasswords: number }> {
  const counts = { deactivatedUsers: 0, newerPasswords: 0 }
  const { db } = previousDatabase
  // A database of a former version has no factors.
  const hasFactors = db !== undefined && uncertainty === undefined && (await hasTable(db, 'passkeys'))
  for await (const users of pagesOf((afterId) => listUserStatesAfter(trx, afterId))) {
    const previous = await findInPrevious(previousDatabase, findUserStates, users)
    if (hasFactors && previous.size > 0) await copyFactors(db, trx, [...previous.keys()])
    for (const user of users) {
      const { state, isDeactivated, hasNewerPassword } = evaluateUser(user, previous.get(user.id))
      if (isDeactivated || hasNewerPassword) await setUserState(trx, state)
      counts.deactivatedUsers += Number(isDeactivated)
      counts.newerPasswords += Number(hasNewerPassword)
    }
  }
  return counts
}

/** @param previous the user in the previous database, if it is there */
export function evaluateUser(
  user: UserState,
  previous: UserState | undefined,
): Readonly<{ state: UserState; isDeactivated: boolean; hasNewerPassword: boolean }> {
  const isDeactivated = user.deactivatedAt === null && (previous?.deactivatedAt ?? null) !== null
  const hasNewerPassword = (previous?.passwordSetAt ?? 0) > (user.passwordSetAt ?? 0)
  const { passwordSetAt, passwordHash, shortPasswordSetAt } = (hasNewerPassword && previous) || user
  const deactivatedAt = user.deactivatedAt ?? previous?.deactivatedAt ?? null
  const state = { id: user.id, deactivatedAt, passwordSetAt, passwordHash, shortPasswordSetAt }
  return { state, isDeactivated, hasNewerPassword }
}

/**
 * On a successor of the backup, identities that were unlinked since stay unlinked, and providers that were removed or
 * disabled since sign no one in. Without a successor they come from the backup: users need a way in.
 */
export async function carryOverIdentities(
  trx: DbTransaction,
  actor: Operator,
  { previous: { db }, uncertainty }: Pick<RestoreFacts, 'previous' | 'uncertainty'>,
): Promise<void> {
  // A database of a former version has no providers.
  if (!db || uncertainty || !(await hasTable(db, 'provider_identities'))) return
  await copyIdentities(db, trx)
  await setLinkedFromIdentities(trx)
  for (const provider of await disableEndedProviders(db, trx)) {
    const details = { state: 'disabled', reason: 'restored' }
    await recordEvent(trx, actor, providerEvent('sign_in_provider.updated', provider, details))
  }
}

/**
 * Pauses the webhooks that may have been removed, paused or changed since the backup. The others go on from the
 * position of the backup: what was sent since is sent again.
 * @returns how many
 */
export async function pauseUncertainWebhooks(
  trx: DbTransaction,
  actor: Operator,
  { previous: { db }, uncertainty }: RestoreFacts,
): Promise<number> {
  // A database of a former version has no webhooks.
  const known = db && !uncertainty && (await hasTable(db, 'webhooks')) ? await listActiveTargets(db) : []
  const isKnown = (webhook: ActiveTarget) => known.some((other) => isDeepStrictEqual(other, webhook))
  const uncertain = (await listActiveTargets(trx)).filter((webhook) => !isKnown(webhook))
  for (const webhook of uncertain) {
    await setPaused(trx, webhook.id, 'restored')
    await recordEvent(trx, actor, webhookEvent('webhook.paused', webhook, { reason: 'restored' }))
  }
  return uncertain.length
}

type Identified = Readonly<{ id: string }>

/** All rows of a list, by ID, page by page. */
async function* pagesOf<T extends Identified>(list: (afterId: string) => Promise<T[]>): AsyncGenerator<T[]> {
  let page = await list('')
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page
    page = await list(last.id)
  }
}

/** These rows in the previous database, by ID. */
async function findInPrevious<T extends Identified>(
  previous: PreviousDatabase,
  find: (db: Db, ids: readonly string[]) => Promise<T[]>,
  page: readonly Identified[],
): Promise<ReadonlyMap<string, T>> {
  const { db } = previous
  const ids = page.map(({ id }) => id)
  const states = db ? await readIfPossible(previous, () => find(db, ids), []) : []
  return new Map(states.map((state) => [state.id, state]))
}
