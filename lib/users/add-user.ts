import type { Transaction } from 'kysely'
import { type Actor, actorId } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { randomId } from '#lib/crypto.ts'
import type { Db } from '#lib/db/database.ts'
import type { Tables } from '#lib/db/tables.ts'
import { Refusal } from '#lib/errors.ts'
import { type Access, listAccounts, settleAccess } from '#lib/users/access.ts'
import { findUserByNameKey, insertUser } from '#lib/users/store.ts'
import { toNameKey, type User } from '#lib/users/user.ts'
import { userEvent } from '#lib/users/user-event.ts'
import { lockOwners } from '#lib/users/user-locks.ts'

/** A user whose fields have been checked. Without a password hash nobody can sign in as this user yet. */
export type AddedUser = Access &
  Readonly<{ email: string | null; username: string; name: string; passwordHash: string | null }>

/**
 * Adds the user and records it, inside a transaction and without asking who may: for use cases that have asked.
 * @throws Refusal `input_invalid` when a name is taken or a listed account does not exist
 */
export async function addUser(trx: Transaction<Tables>, actor: Actor, added: AddedUser): Promise<User> {
  const { email, username, name, passwordHash } = added
  const { role, accountScope, accountIds } = settleAccess(added)
  // So that the set-up link does not find none, and makes a second first one.
  if (role === 'owner') await lockOwners(trx)
  const user = await insertUser(trx, {
    id: randomId('usr'),
    email,
    username,
    name,
    role,
    accountScope,
    passwordHash,
    createdBy: actorId(actor),
  })
  if (!user) throw await namesTaken(trx, added)
  await listAccounts(trx, user.id, accountIds)
  const details = { role, accountScope, listedAccounts: accountIds.length }
  await recordEvent(trx, actor, userEvent('user.created', user, details))
  return user
}

async function namesTaken(db: Db, { email, username }: Pick<AddedUser, 'email' | 'username'>): Promise<Refusal> {
  const fields: Record<string, string> = {}
  if (email !== null && (await findUserByNameKey(db, toNameKey(email)))) fields.email = 'taken'
  if (await findUserByNameKey(db, toNameKey(username))) fields.username = 'taken'
  return new Refusal('input_invalid', { fields })
}
