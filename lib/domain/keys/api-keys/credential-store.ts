import type { ExpressionBuilder } from 'kysely'
import { toCallLimit } from '#lib/domain/keys/api-keys/call-limit.ts'
import type { SecretInstants } from '#lib/domain/keys/api-keys/key-secret.ts'
import { dueSecretId } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { toApiKeyState } from '#lib/domain/keys/api-keys/store.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** A secret's hash under one of the master secrets. */
export type SecretHash = Readonly<{ secretHash: string; masterId: string }>

type Secret = SecretInstants & SecretHash & Readonly<{ id: string; useDue: boolean }>

/**
 * What authentication reads of a key, in any state, and of the secret with one of these hashes. `networks` is the row's
 * text: see `isUsableKey`. One query for known and unknown keys; its time doesn't tell how many secrets a key has.
 */
export async function findCredential(db: Db, keyId: string, hashes: readonly SecretHash[]) {
  const masterIds = hashes.map(({ masterId }) => masterId)
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.owner_id')
    .leftJoin('key_secrets as s', (join) =>
      join.onRef('s.key_id', '=', 'k.id').on((eb) => eb.or(hashes.map((hash) => hasHash(eb, hash)))),
    )
    .select(['k.id', 'k.name', 'k.owner_id as ownerId', 'u.name as ownerName', 'k.scopes', 'k.networks'])
    .select(['k.revoked_at', 'k.expires_at', 'k.disabled_at', 'u.deactivated_at', nowMs.as('now')])
    .select(['k.limit_mode', 'k.calls_per_minute', 'k.calls_per_day', 'k.dpop_since'])
    .select(['s.id as secret_id', 's.secret_hash', 's.master_id', 's.current_since', 's.lapses_at'])
    .select(['s.retiring_since', 's.retires_at', 's.retired_at', 's.refused_until'])
    .select(({ ref }) => dueSecretId(ref('s.id')).as('due_secret_id'))
    .select(({ selectFrom }) =>
      selectFrom('key_secrets as other')
        .select('other.id')
        .whereRef('other.key_id', '=', 'k.id')
        .where('other.retired_at', 'is', null)
        .where('other.public_jwk', 'is', null)
        .where('other.master_id', 'not in', masterIds)
        .limit(1)
        .as('unreadable_id'),
    )
    .where('k.id', '=', keyId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, ownerId, ownerName, scopes, networks, now } = row
  return {
    id,
    name,
    ownerId,
    ownerName,
    scopes,
    networks,
    now,
    state: toApiKeyState(row, now),
    expiresAt: row.expires_at,
    callLimit: toCallLimit(row),
    requiresDpop: row.dpop_since !== null,
    ownerActive: row.deactivated_at === null,
    secret: toSecret(row),
    /** Whether a secret was hashed under a master secret that none of the hashes is of. */
    hasUnreadableSecret: row.unreadable_id !== null,
  }
}

export type KeyCredential = NonNullable<Awaited<ReturnType<typeof findCredential>>>

function hasHash(eb: ExpressionBuilder<Tables & { s: Tables['key_secrets'] }, 's'>, hash: SecretHash) {
  return eb.and([eb('s.secret_hash', '=', hash.secretHash), eb('s.master_id', '=', hash.masterId)])
}

type SecretColumns = Pick<
  Tables['key_secrets'],
  'current_since' | 'lapses_at' | 'retiring_since' | 'retires_at' | 'retired_at' | 'refused_until'
>

/** The instants of a row. */
export function toSecretInstants(row: Record<keyof SecretColumns, number | null>): SecretInstants {
  return {
    currentSince: row.current_since,
    lapsesAt: row.lapses_at,
    retiringSince: row.retiring_since,
    retiresAt: row.retires_at,
    retiredAt: row.retired_at,
    refusedUntil: row.refused_until,
  }
}

type SecretRow = Record<keyof SecretColumns, number | null> &
  Readonly<Record<'secret_id' | 'secret_hash' | 'master_id' | 'due_secret_id', string | null>>

/** Undefined if the key has no secret with these hashes. */
function toSecret(row: SecretRow): Secret | undefined {
  const { secret_id: id, secret_hash: secretHash, master_id: masterId } = row
  if (id === null || secretHash === null || masterId === null) return undefined
  return { ...toSecretInstants(row), id, secretHash, masterId, useDue: row.due_secret_id !== null }
}
