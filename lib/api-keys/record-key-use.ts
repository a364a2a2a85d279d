import { updateLastUse } from '#lib/api-keys/store.ts'
import type { Db } from '#lib/db/database.ts'

/** Notes when and from where a key was used last: by a sign-in with its secret, a refresh or a call with its token. */
export async function recordKeyUse(
  db: Db,
  use: Readonly<{ keyId: string; useDue: boolean; address: string }>,
): Promise<void> {
  if (use.useDue) await updateLastUse(db, use.keyId, use.address)
}
