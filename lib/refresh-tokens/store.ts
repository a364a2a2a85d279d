import { sql } from 'kysely'
import { isActiveKey } from '#lib/api-keys/active-key.ts'
import { apiKeyState, isUseDue } from '#lib/api-keys/api-key.ts'
import { parseLimit } from '#lib/api-keys/limits.ts'
import type { KeyProof } from '#lib/api-keys/prove-key.ts'
import { dayMs, hourMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import type { Family } from '#lib/refresh-tokens/family.ts'
import { absoluteMs, idleMs } from '#lib/refresh-tokens/refresh-token.ts'

/**
 * How long the row of a dead family is kept: its last access token may live for a day (`ACCESS_TOKEN_SECONDS`), and the
 * list of keys counts what was used within a day. The hour is for the answers under way at the end.
 */
const keptMs = dayMs + hourMs

export type NewFamily = Readonly<{
  id: string
  nonce: string
  masterId: string
  address: string
  scope: string | null
}> &
  KeyProof

/** What the row of a new family says, and what its key has said at that moment. */
export type OpenedFamily = Readonly<{ issuedAt: number; ownerId: string; scope: string; keyUseDue: boolean }>

export type RevocationReason = 'reused' | 'owner_deactivated'

/**
 * Opens a family at generation 1 for whoever has proved to hold an active key of an active user. The row is the record
 * of the issue.
 * @param family its scope is all that the key allows where it is null
 * @returns undefined where key, proof or user are not good: a deactivation ends every family there is, and none may
 *   come after it
 */
export async function insertFamily(db: Db, family: NewFamily): Promise<OpenedFamily | undefined> {
  const [row] = await familyInsert(db, family)
  if (!row) return undefined
  const keyUseDue = isUseDue(row.key_used_at, row.issued_at)
  return { issuedAt: row.issued_at, ownerId: row.owner_id, scope: row.scope, keyUseDue }
}

const familyInsert = prepared((db, family: Placeholders<NewFamily>) =>
  db
    .insertInto('refresh_families')
    .columns([
      ...(['id', 'nonce', 'master_id', 'key_id', 'owner_id', 'generation'] as const),
      ...(['issued_at', 'issued_from', 'idle_expires_at', 'expires_at', 'scope'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('api_keys as k')
        .innerJoin('users as u', 'u.id', 'k.owner_id')
        .select([family.id.as('id'), family.nonce.as('nonce'), family.masterId.as('master_id')])
        .select(['k.id as key_id', 'u.id as owner_id', eb.lit(1).as('generation')])
        .select([nowMs.as('issued_at'), family.address.as('issued_from')])
        .select([eb(nowMs, '+', idleMs).as('idle_expires_at'), eb(nowMs, '+', absoluteMs).as('expires_at')])
        .select(({ fn, ref }) => fn.coalesce(family.scope, ref('k.scopes')).as('scope'))
        .where('k.id', '=', family.keyId)
        // A keyed hash: what it would take to guess one letter after the other, nobody can choose.
        .where('k.secret_hash', '=', family.secretHash)
        .where('k.master_id', '=', family.keyMasterId)
        .where(isActiveKey)
        // Networks are no matter for SQL: whoever looked at them says which ones.
        .where((k) => k.or([k('k.networks', 'is', null), k('k.networks', '=', family.networks)]))
        .where('u.deactivated_at', 'is', null),
    )
    .returning(({ selectFrom }) => [
      'issued_at',
      'owner_id',
      'scope',
      selectFrom('api_keys as k')
        .select('k.last_used_at')
        .whereRef('k.id', '=', 'refresh_families.key_id')
        .as('key_used_at'),
    ]),
)

/** The family with what its key and owner say now, in whatever state: the caller judges. */
export async function findFamily(db: Db, familyId: string): Promise<Family | undefined> {
  const [row] = await familyQuery(db, { familyId })
  return row && toFamily(row)
}

/**
 * Moves a living family from `generation` to the next. The one statement decides between any number of callers.
 * @returns when that was; undefined where this call was not the one
 */
export async function rotateFamily(
  db: Db,
  familyId: string,
  generation: number,
  masterId: string,
): Promise<number | undefined> {
  const [rotated] = await familyRotation(db, { familyId, generation, following: generation + 1, masterId })
  return rotated?.rotated_at ?? undefined
}

type RotationValues = Readonly<{ familyId: string; generation: number; following: number; masterId: string }>

const familyRotation = prepared((db, values: Placeholders<RotationValues>) =>
  db
    .updateTable('refresh_families')
    .set(({ eb }) => ({
      generation: values.following,
      master_id: values.masterId,
      rotated_at: nowMs,
      // Never after the absolute end: see `deleteDeadFamilies`.
      idle_expires_at: eb
        .case()
        .when('expires_at', '<', eb(nowMs, '+', idleMs))
        .then(eb.ref('expires_at'))
        .else(eb(nowMs, '+', idleMs))
        .end(),
    }))
    .where('id', '=', values.familyId)
    .where('generation', '=', values.generation)
    .where('revoked_at', 'is', null)
    .where('idle_expires_at', '>', nowMs)
    .where('expires_at', '>', nowMs)
    .returning('rotated_at'),
)

/** @returns whether this call revoked it */
export async function revokeFamily(db: Db, familyId: string, reason: RevocationReason): Promise<boolean> {
  const revoked = await db
    .updateTable('refresh_families')
    .set({ revoked_at: nowMs, revoked_reason: reason })
    .where('id', '=', familyId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** Every refresh token and access token of this user, of all keys, is refused from now on. */
export async function revokeFamiliesOfOwner(db: Db, ownerId: string, reason: RevocationReason): Promise<void> {
  await db
    .updateTable('refresh_families')
    .set({ revoked_at: nowMs, revoked_reason: reason })
    .where('key_id', 'in', (query) => query.selectFrom('api_keys').select('id').where('owner_id', '=', ownerId))
    .where('revoked_at', 'is', null)
    .execute()
}

/** Deletes families that died over a day ago: revoked, or unused to their end. @returns how many */
export async function deleteDeadFamilies(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refresh_families')
    .where('id', 'in', (query) =>
      query
        .selectFrom('refresh_families')
        .select('id')
        .where(diedAt, '<=', sql<number>`${nowMs} - ${keptMs}`)
        .orderBy(diedAt)
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** As the index has it. The idle end is never after the absolute one. */
const diedAt = sql<number>`coalesce(revoked_at, idle_expires_at)`

const familyQuery = prepared((db, { familyId }: Placeholders<{ familyId: string }>) =>
  db
    .selectFrom('refresh_families')
    .innerJoin('api_keys', 'api_keys.id', 'refresh_families.key_id')
    .innerJoin('users', 'users.id', 'refresh_families.owner_id')
    .where('refresh_families.id', '=', familyId)
    .select([
      'refresh_families.id',
      'refresh_families.nonce',
      'refresh_families.scope',
      'refresh_families.master_id',
      'refresh_families.generation',
      'refresh_families.rotated_at',
      'refresh_families.idle_expires_at',
      'refresh_families.expires_at',
      'refresh_families.revoked_at',
      'refresh_families.key_id',
      'refresh_families.owner_id',
      'api_keys.name as key_name',
      'api_keys.expires_at as key_expires_at',
      'api_keys.disabled_at as key_disabled_at',
      'api_keys.revoked_at as key_revoked_at',
      'api_keys.last_used_at as key_last_used_at',
      'api_keys.account_ids as key_account_ids',
      'api_keys.networks as key_networks',
      'users.email',
      'users.username',
      'users.deactivated_at',
      nowMs.as('now'),
    ]),
)

type FamilyQueryRow = Awaited<ReturnType<typeof familyQuery>>[number]

function toFamily(row: FamilyQueryRow): Family {
  const keyInstants = { revokedAt: row.key_revoked_at, expiresAt: row.key_expires_at, disabledAt: row.key_disabled_at }
  return {
    id: row.id,
    nonce: row.nonce,
    scope: row.scope,
    masterId: row.master_id,
    generation: row.generation,
    rotatedAt: row.rotated_at,
    idleExpiresAt: row.idle_expires_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    key: {
      id: row.key_id,
      name: row.key_name,
      state: apiKeyState(keyInstants, row.now),
      useDue: isUseDue(row.key_last_used_at, row.now),
      limits: { accountIds: parseLimit(row.key_account_ids), networks: parseLimit(row.key_networks) },
    },
    owner: { id: row.owner_id, email: row.email, username: row.username, active: row.deactivated_at === null },
    readAt: row.now,
  }
}
