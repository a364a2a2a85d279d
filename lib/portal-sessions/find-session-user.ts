import { sha256 } from '#lib/crypto.ts'
import { findHolder } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'

/** Whom this secret signs in; undefined once its row has ended or its user may not sign in. */
export async function findSessionUser(
  { db }: Services,
  secret: string,
): Promise<Readonly<{ id: string; name: string }> | undefined> {
  const holder = await findHolder(db, sha256(secret))
  return holder && { id: holder.userId, name: holder.name }
}
