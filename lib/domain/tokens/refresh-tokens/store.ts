import { type Expression, type SqlBool, sql } from 'kysely'
import { toCallLimit } from '#lib/domain/keys/api-keys/call-limit.ts'
import { isCountedCall } from '#lib/domain/keys/api-keys/call-limit-store.ts'
import type { CredentialPredicate } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { parseLimit } from '#lib/domain/keys/api-keys/limits.ts'
import { dueSecretId, isUsableSecret } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { dueKeyId, isUsableKey, toApiKeyState } from '#lib/domain/keys/api-keys/store.ts'
import { absoluteMs, type Family, idleMs } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'

/**
 * How long the row of an ended family is kept: its last access token is valid for up to a day (`ACCESS_TOKEN_SECONDS`).
 * The hour covers responses in flight.
 */
const retentionMs = dayMs + hourMs

export type NewFamily = Readonly<{
  id: string
  nonce: string
  masterId: string
  address: string
  scope: string | null
  /** The key's scopes that allow `scope`, as they were read; null with it. */
  scopes: string | null
  /** The key to bind it to; null matches only a key that does not require one. */
  jkt: string | null
  /** 1 once the call was counted against the key's limit; 0 matches only a key without one. */
  isCounted: 0 | 1
}> &
  CredentialPredicate

export type IssuedFamily = Readonly<{
  issuedAt: number
  ownerId: string
  scope: string
  secretId: string
  secretUseDue: boolean
  keyExpiresAt: number | null
}>

export type RevocationReason =
  | 'reused'
  | 'client_asked'
  | 'owner_deactivated'
  | 'restored'
  | 'secret_retired'
  | 'leaked'

/**
 * Inserts a family at generation 1 if the key and its secret match the predicate, the key is active, the secret is
 * current or retiring, and the key's owner is active.
 * @param family `scope: null` grants all that the key allows
 * @returns undefined if the statement inserted nothing
 */
export async function insertFamily(db: Db, family: NewFamily): Promise<IssuedFamily | undefined> {
  const [row] = await familyInsert(db, family)
  if (!row) return undefined
  const { issued_at: issuedAt, owner_id: ownerId, scope, secret_id: secretId, due_secret_id, key_expires_at } = row
  return { issuedAt, ownerId, scope, secretId, secretUseDue: due_secret_id !== null, keyExpiresAt: key_expires_at }
}

const familyInsert = prepared((db, family: Placeholders<NewFamily>) =>
  db
    .insertInto('refresh_families')
    .columns([
      'id',
      'nonce',
      'master_id',
      'key_id',
      'owner_id',
      'generation',
      'issued_at',
      'issued_from',
      'idle_expires_at',
      'expires_at',
      'scope',
      'secret_id',
      'dpop_jkt',
    ])
    .expression((eb) =>
      eb
        .selectFrom('api_keys as k')
        .innerJoin('key_secrets as s', 's.key_id', 'k.id')
        .innerJoin('users as u', 'u.id', 'k.owner_id')
        .select([family.id.as('id'), family.nonce.as('nonce'), family.masterId.as('master_id')])
        .select(['k.id as key_id', 'u.id as owner_id', eb.lit(1).as('generation')])
        .select([nowMs.as('issued_at'), family.address.as('issued_from')])
        .select([eb(nowMs, '+', idleMs).as('idle_expires_at'), eb(nowMs, '+', absoluteMs).as('expires_at')])
        .select(({ fn, ref }) => fn.coalesce(family.scope, ref('k.scopes')).as('scope'))
        .select(['s.id as secret_id', family.jkt.as('dpop_jkt')])
        .where('k.id', '=', family.keyId)
        // A keyed hash: an attacker can't choose its prefix, so a timing of this comparison reveals nothing.
        .where('s.secret_hash', '=', family.secretHash)
        .where('s.master_id', '=', family.keyMasterId)
        .where(isUsableSecret)
        .where(isUsableKey(family.networks))
        .where(sql<SqlBool>`(cast(${family.scopes} as text) is null or k.scopes = ${family.scopes})`)
        .where(isCountedCall(family.isCounted))
        .where(sql<SqlBool>`(k.dpop_since is null or cast(${family.jkt} as text) is not null)`)
        .where('u.deactivated_at', 'is', null),
    )
    .returning(({ ref }) => [
      'issued_at',
      'owner_id',
      'scope',
      'secret_id',
      dueSecretId(ref('refresh_families.secret_id')).as('due_secret_id'),
      sql<number | null>`(select k.expires_at from api_keys as k where k.id = ${ref('refresh_families.key_id')})`.as(
        'key_expires_at',
      ),
    ]),
)

/** The family with its key and owner, in any state. */
export async function findFamily(db: Db, familyId: string): Promise<Family | undefined> {
  const [row] = await familyQuery(db, { familyId })
  return row && toFamily(row)
}

/** What a rotation takes: the generation of the presented token, and what the caller has checked of the family. */
export type Rotation = Readonly<{
  familyId: string
  generation: number
  masterId: string
  networks: string | null
  /** The scopes of its key. */
  scopes: string
  retryMs: number
}>

/**
 * Moves a family from `generation` to the next one; within the retry window, leaves it there and grants the same
 * successor again. This one statement decides between all concurrent callers: on PostgreSQL those who lose the row lock
 * find the new generation, and match as retries.
 * @returns the master secret and the instant of the grant; undefined if family, key or owner does not allow it
 */
export async function rotateFamily(
  db: Db,
  rotation: Rotation,
): Promise<Readonly<{ masterId: string; grantedAt: number; secretId: string }> | undefined> {
  const [row] = await familyRotation(db, { ...rotation, next: rotation.generation + 1 })
  return row && { masterId: row.master_id, grantedAt: row.granted_at, secretId: row.secret_id ?? '' }
}

const familyRotation = prepared((db, values: Placeholders<Rotation & { next: number }>) => {
  const isCurrent = sql<SqlBool>`generation = ${values.generation}`
  const isRetry = sql<SqlBool>`(generation = ${values.next} and rotated_at > ${nowMs} - ${values.retryMs})`
  // Never after the absolute end: see `deleteDeadFamilies`.
  const idleEnd = sql<number>`case when expires_at < ${nowMs} + ${sql.lit(idleMs)} then expires_at else ${nowMs} + ${sql.lit(idleMs)} end`
  const ifCurrent = <T>(value: Expression<T>, column: string) =>
    sql<T>`case when ${isCurrent} then ${value} else ${sql.ref(column)} end`
  return db
    .updateTable('refresh_families')
    .set({
      generation: values.next,
      master_id: ifCurrent(values.masterId, 'master_id'),
      rotated_at: ifCurrent(nowMs, 'rotated_at'),
      idle_expires_at: ifCurrent(idleEnd, 'idle_expires_at'),
    })
    .where('id', '=', values.familyId)
    .where(({ or }) => or([isCurrent, isRetry]))
    .where('revoked_at', 'is', null)
    .where('idle_expires_at', '>', nowMs)
    .where('expires_at', '>', nowMs)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('api_keys as k')
          .innerJoin('users as u', 'u.id', 'k.owner_id')
          .select('k.id')
          .whereRef('k.id', '=', 'refresh_families.key_id')
          .where(isUsableKey(values.networks))
          .where('k.scopes', '=', values.scopes)
          .where('u.deactivated_at', 'is', null),
      ),
    )
    .returning(['master_id', 'secret_id', nowMs.as('granted_at')])
})

/** @returns whether this call revoked the family */
export async function revokeFamilyRow(db: Db, familyId: string, reason: RevocationReason): Promise<boolean> {
  const revoked = await revoking(db, reason).where('id', '=', familyId).returning('id').executeTakeFirst()
  return revoked !== undefined
}

/** Ends every family of this user, and with it all of the user's refresh and access tokens. */
export async function revokeFamiliesOfOwner(db: Db, ownerId: string, reason: RevocationReason): Promise<void> {
  await revoking(db, reason)
    .where('secret_id', 'in', (query) =>
      query
        .selectFrom('key_secrets as s')
        .innerJoin('api_keys as k', 'k.id', 's.key_id')
        .select('s.id')
        .where('k.owner_id', '=', ownerId),
    )
    .execute()
}

/** Ends every family that this secret opened. @returns how many */
export async function revokeFamiliesOfSecret(db: Db, secretId: string, reason: RevocationReason): Promise<number> {
  const { numUpdatedRows } = await revoking(db, reason).where('secret_id', '=', secretId).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** After a restore: the backup may hold an older generation than the one a client presents. */
export async function revokeAllFamilies(db: Db, reason: RevocationReason): Promise<void> {
  await revoking(db, reason).execute()
}

function revoking(db: Db, reason: RevocationReason) {
  const revoked = { revoked_at: nowMs, revoked_reason: reason }
  return db.updateTable('refresh_families').set(revoked).where('revoked_at', 'is', null)
}

/** Deletes families that were revoked or reached their idle end over a day ago. @returns how many */
export function deleteDeadFamilies(db: Db, limit: number): Promise<number> {
  // The expression of the index. The idle end is never after the absolute end.
  const instant = sql`coalesce(revoked_at, idle_expires_at)`
  return deleteOldest(db, 'refresh_families', { instant, retentionMs, limit })
}

const familyQuery = prepared((db, { familyId }: Placeholders<{ familyId: string }>) =>
  db
    .selectFrom('refresh_families as f')
    .innerJoin('api_keys as k', 'k.id', 'f.key_id')
    .innerJoin('users as u', 'u.id', 'f.owner_id')
    .where('f.id', '=', familyId)
    .select(['f.id', 'f.nonce', 'f.scope', 'f.generation', 'f.master_id as masterId', 'f.issued_at as issuedAt'])
    .select(['f.rotated_at as rotatedAt', 'f.idle_expires_at as idleExpiresAt', 'f.expires_at as expiresAt'])
    .select(['f.revoked_at as revokedAt', 'f.dpop_jkt as jkt', nowMs.as('readAt')])
    .select([
      'k.id as key_id',
      'k.name',
      'k.revoked_at',
      'k.expires_at as key_expires_at',
      'k.disabled_at',
      'k.scopes',
      'k.account_ids',
      'k.networks',
      'k.return_addresses',
      'k.limit_mode',
      'k.calls_per_minute',
      'k.calls_per_day',
    ])
    .select(['u.id as owner_id', 'u.email', 'u.username', 'u.role', 'u.deactivated_at'])
    .select(({ ref }) => dueKeyId(ref('k.id')).as('due_key_id')),
)

type FamilyQueryRow = Awaited<ReturnType<typeof familyQuery>>[number]

function toFamily(row: FamilyQueryRow): Family {
  const { id, nonce, scope, jkt, generation, masterId, issuedAt, rotatedAt, idleExpiresAt, expiresAt, revokedAt } = row
  return {
    id,
    nonce,
    scope,
    jkt,
    generation,
    masterId,
    issuedAt,
    rotatedAt,
    idleExpiresAt,
    expiresAt,
    revokedAt,
    key: {
      id: row.key_id,
      name: row.name,
      state: toApiKeyState({ ...row, expires_at: row.key_expires_at }, row.readAt),
      expiresAt: row.key_expires_at,
      useDue: row.due_key_id !== null,
      scopes: row.scopes,
      limits: {
        accountIds: parseLimit(row.account_ids),
        networks: parseLimit(row.networks),
        returnAddresses: parseLimit(row.return_addresses),
      },
      callLimit: toCallLimit(row),
    },
    owner: {
      id: row.owner_id,
      email: row.email,
      username: row.username,
      role: row.role,
      active: row.deactivated_at === null,
    },
    readAt: row.readAt,
  }
}
