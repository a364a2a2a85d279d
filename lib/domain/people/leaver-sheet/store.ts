import { sql } from 'kysely'
import { toSecretInstants } from '#lib/domain/keys/api-keys/credential-store.ts'
import { type SecretState, secretState } from '#lib/domain/keys/api-keys/key-secret.ts'
import { isUnretiredSecret } from '#lib/domain/keys/api-keys/secrets-store.ts'
import type { OpenLink } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

export type LiveSecret = Readonly<{
  id: string
  keyId: string
  createdBy: string
  shownTo: 'creator' | 'recipient' | 'program'
  state: SecretState
  createdAt: number
  lastUsedAt: number | null
  worksUntil: number | null
}>

/** The live secrets that the user generated or handed over, of keys that have not ended, the newest first. */
export async function listLiveSecretsOf(db: Db, userId: string, limit: number): Promise<readonly LiveSecret[]> {
  const rows = await liveSecrets(db)
    .innerJoin('api_keys as k', 'k.id', 's.key_id')
    .where('s.created_by', '=', userId)
    .where('s.shown_to', '<>', 'program')
    .where('k.revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', nowMs)]))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .execute()
  return rows.map(toLiveSecret)
}

/** All live secrets of these keys: at most three each. */
export async function listLiveSecretsOfKeys(db: Db, keyIds: readonly string[]): Promise<readonly LiveSecret[]> {
  if (keyIds.length === 0) return []
  return (await liveSecrets(db).where('s.key_id', 'in', keyIds).execute()).map(toLiveSecret)
}

/** Secrets that authenticate a client, or will with their first use. */
function liveSecrets(db: Db) {
  return db
    .selectFrom('key_secrets as s')
    .select(['s.id', 's.key_id as keyId', 's.created_by as createdBy', 's.shown_to as shownTo'])
    .select(['s.created_at as createdAt', 's.last_used_at as lastUsedAt', nowMs.as('now')])
    .select(['s.current_since', 's.lapses_at', 's.retiring_since', 's.retires_at', 's.retired_at', 's.refused_until'])
    .where(isUnretiredSecret)
    .where(({ or, eb }) => or([eb('s.current_since', 'is not', null), eb('s.lapses_at', '>', nowMs)]))
}

type Row = Awaited<ReturnType<ReturnType<typeof liveSecrets>['executeTakeFirstOrThrow']>>

function toLiveSecret(row: Row): LiveSecret {
  const { id, keyId, createdBy, shownTo, createdAt, lastUsedAt, now } = row
  const state = secretState(toSecretInstants(row), now)
  const worksUntil = state === 'pending' ? row.lapses_at : row.retires_at
  return { id, keyId, createdBy, shownTo, state, createdAt, lastUsedAt, worksUntil }
}

/** The webhooks whose signing secret the user saw last. */
export async function listWebhooksShownTo(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret_created_at as createdAt'])
    .where(sql<string>`coalesce(secret_created_by, created_by)`, '=', userId)
    .orderBy('secret_created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The one-time links that the user created and that can still be used, the last to expire first. */
export async function listOpenLinksOf(db: Db, userId: string, limit: number): Promise<readonly OpenLink[]> {
  const handOvers = db
    .selectFrom('hand_overs as h')
    .innerJoin('api_keys as k', 'k.id', 'h.key_id')
    .select([sql<OpenLink['kind']>`'hand_over'`.as('kind'), 'k.id', 'k.name', 'h.expires_at as expiresAt'])
    .where('h.created_by', '=', userId)
    .where('h.used_at', 'is', null)
    .where('h.withdrawn_at', 'is', null)
    .where('h.expires_at', '>', nowMs)
    .where('k.revoked_at', 'is', null)
  const passwords = db
    .selectFrom('password_links as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([sql<OpenLink['kind']>`'set_password'`.as('kind'), 'u.id', 'u.name', 'p.expires_at as expiresAt'])
    .where('p.created_by', '=', userId)
    .where('p.purpose', '=', 'set_password')
    .where('p.used_at', 'is', null)
    .where('p.expires_at', '>', nowMs)
    .where('u.deactivated_at', 'is', null)
  return db
    .selectFrom(handOvers.unionAll(passwords).as('links'))
    .selectAll()
    .orderBy('expiresAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
