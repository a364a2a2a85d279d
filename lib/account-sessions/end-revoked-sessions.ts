import { endSessionsOfFamily as endOfFamily, endSessionsOfKey as endOfKey } from '#lib/account-sessions/store.ts'
import type { Db } from '#lib/db/database.ts'

/** Ends every account session that the tokens of a refresh family opened, inside the transaction that revokes it. */
export async function endSessionsOfFamily(db: Db, family: Readonly<{ id: string; ownerId: string }>): Promise<void> {
  await endOfFamily(db, family)
}

/** Ends every account session that an API key opened, inside the transaction that revokes it. */
export async function endSessionsOfKey(db: Db, key: Readonly<{ id: string; ownerId: string }>): Promise<void> {
  await endOfKey(db, key)
}
