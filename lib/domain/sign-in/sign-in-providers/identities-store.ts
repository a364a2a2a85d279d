import { sql } from 'kysely'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'

/** A user's account at a provider. `email`: as the provider told it last. */
export type LinkedIdentity = Readonly<{
  id: string
  providerId: string
  issuer: string
  subject: string
  userId: string
  email: string | null
  linkedAt: number
  lastSignInAt: number | null
}>

const columns = [
  'id',
  'provider_id as providerId',
  'issuer',
  'subject',
  'user_id as userId',
  'email',
  'linked_at as linkedAt',
  'last_sign_in_at as lastSignInAt',
] as const

type NewIdentity = Omit<LinkedIdentity, 'linkedAt' | 'lastSignInAt'>

/** Of concurrent first sign-ins of a subject, one links it. @returns false if it is linked, to whomever */
export async function insertIdentity(db: Db, { id, providerId, issuer, subject, userId, email }: NewIdentity) {
  const row = await db
    .insertInto('provider_identities')
    .values({
      id,
      issuer,
      subject,
      email,
      provider_id: providerId,
      user_id: userId,
      linked_at: nowMs,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** OpenID Connect Core §5.7: only issuer and subject together identify a user. */
export async function findIdentity(db: Db, issuer: string, subject: string): Promise<LinkedIdentity | undefined> {
  return db
    .selectFrom('provider_identities')
    .select(columns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Notes a sign-in. @returns false if the identity was unlinked */
export async function touchIdentity(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('provider_identities')
    .set({ last_sign_in_at: nowMs })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findIdentityById(db: Db, id: string): Promise<LinkedIdentity | undefined> {
  return db.selectFrom('provider_identities').select(columns).where('id', '=', id).executeTakeFirst()
}

/** A user's identities, the first one first, with the label of each provider. */
export async function listIdentitiesOf(db: Db, userId: string) {
  return identities(db).where('i.user_id', '=', userId).orderBy('i.linked_at').orderBy('i.id').execute()
}

/** Whether one of the user's identities is at a provider that switched passwords off. */
export async function isLinkedWithoutPassword(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_identities as i')
    .innerJoin('sign_in_providers as p', 'p.id', 'i.provider_id')
    .select('i.id')
    .where('i.user_id', '=', userId)
    .where('p.passwords_off_at', 'is not', null)
    .where('p.disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** All identities by user name, with the names of their users. */
export async function listIdentityRows(db: Db, { offset, limit }: Readonly<{ offset: number; limit: number }>) {
  return identities(db)
    .innerJoin('users', 'users.id', 'i.user_id')
    .select(['users.username', 'users.name'])
    .orderBy('users.username_key')
    .orderBy('i.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** @returns the user whose identity it was; undefined if there is none */
export async function deleteIdentity(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('provider_identities').where('id', '=', id).returning('user_id').executeTakeFirst()
  return row?.user_id
}

/** @returns the users whose identities they were, at most `limit` at a time */
export async function deleteIdentitiesOfProvider(db: Db, providerId: string, limit: number) {
  const rows = await db
    .deleteFrom('provider_identities')
    .where('id', 'in', (query) =>
      query.selectFrom('provider_identities').select('id').where('provider_id', '=', providerId).limit(limit),
    )
    .returning(['id', 'user_id as userId'])
    .execute()
  return rows
}

/** An enabled provider that the user can sign in with. @param exceptId another one than this */
export async function findProviderOfUser(db: Db, userId: string, exceptId = '') {
  return db
    .selectFrom('provider_identities as i')
    .innerJoin('sign_in_providers as p', 'p.id', 'i.provider_id')
    .select(['p.id', 'p.label'])
    .where('i.user_id', '=', userId)
    .where('p.disabled_at', 'is', null)
    .where('p.id', '<>', exceptId)
    .orderBy(sql`coalesce(i.last_sign_in_at, 0)`, 'desc')
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst()
}

/** @returns false if the token was used already */
export async function claimLogoutToken(db: Db, tokenHash: string, retentionMs: number): Promise<boolean> {
  const row = await db
    .insertInto('used_logout_tokens')
    .values({ token_hash: tokenHash, expires_at: sql`${nowMs} + ${retentionMs}` })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

export function deleteOldLogoutTokens(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'used_logout_tokens', { instant: sql`expires_at`, limit })
}

function identities(db: Db) {
  return db
    .selectFrom('provider_identities as i')
    .innerJoin('sign_in_providers as p', 'p.id', 'i.provider_id')
    .select(['i.id', 'p.id as providerId', 'p.label', 'i.subject', 'i.email'])
    .select(['i.linked_at as linkedAt', 'i.last_sign_in_at as lastSignInAt', 'p.disabled_at as providerDisabledAt'])
}
