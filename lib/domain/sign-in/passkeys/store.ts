import { sql } from 'kysely'
import type { PresentedChallenge } from '#lib/domain/sign-in/passkeys/challenge.ts'
import type { Passkey, StoredPasskey } from '#lib/domain/sign-in/passkeys/passkey.ts'
import { knownTransports } from '#lib/domain/sign-in/passkeys/schema.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'

type NewPasskey = StoredPasskey & Readonly<{ transports: readonly string[]; deviceType: string }>

/** @returns false if this authenticator's credential exists already */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      name: passkey.name,
      transports: passkey.transports.join(','),
      device_type: passkey.deviceType,
      created_at: nowMs,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findByCredential(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'name', 'credential_id as credentialId', 'public_key as publicKey'])
    .select('sign_count as signCount')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** The user's passkeys, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'device_type as deviceType', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ deviceType, ...passkey }) => ({ ...passkey, isDeviceBound: deviceType === 'singleDevice' }))
}

/** The credentials that the user has, for the browser to use or to exclude. */
export async function listCredentials(db: Db, userId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ credential_id: id, transports }) => ({ id, transports: knownTransports(transports.split(',')) }))
}

/**
 * Notes a use with the authenticator's counter, which must grow unless it counts nothing (WebAuthn, section 7.2). Two
 * copies of an authenticator can't both sign in.
 * @returns false for a counter that was used before, or a removed passkey
 */
export async function noteUseOfPasskey(db: Db, id: string, signCount: number): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: nowMs })
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([eb('sign_count', '<', signCount), and([eb('sign_count', '=', 0), eb.lit(signCount === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false unless the passkey is this user's */
export async function setPasskeyName(
  db: Db,
  { userId, id, name }: Readonly<{ userId: string; id: string; name: string }>,
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns its name; undefined unless it is this user's */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** @returns how many the user had */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  return (await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()).length
}

/** Uses a challenge: of several responses to it, one wins. */
export async function spendChallenge(db: Db, { hash, expiresAt }: PresentedChallenge): Promise<boolean> {
  const row = await db
    .insertInto('used_challenges')
    .values({ challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets challenges that have expired. @returns how many */
export function deleteOldChallenges(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'used_challenges', { instant: sql`expires_at`, limit })
}
