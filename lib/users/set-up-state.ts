import type { Db } from '#lib/db/database.ts'
import { hasOwner, hasPasswordUser } from '#lib/users/store.ts'

/** `new`: no user can sign in before the set-up link is used. `without-owner`: only other users can. */
export type SetUpState = 'done' | 'without-owner' | 'new'

/** How far this installation is set up. The last active owner can't be removed, so `done` is final. */
export async function readSetUpState(db: Db): Promise<SetUpState> {
  if (await hasOwner(db)) return 'done'
  return (await hasPasswordUser(db)) ? 'without-owner' : 'new'
}
