import { type SignInName, signInNames } from '#lib/domain/people/name-changes/name-change.ts'
import { deleteUsableLinks } from '#lib/domain/people/password-links/store.ts'
import { setSignInNames } from '#lib/domain/people/users/profile-store.ts'
import { markProven } from '#lib/domain/people/users/proven-names-store.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import { toNameKey, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import { type Db, type DbTransaction, isUniqueViolation } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { Refusal } from '#lib/kernel/errors.ts'

export type WantedNames = Readonly<Partial<Record<SignInName, string>>>

const formerNames = { username: 'formerUsername', email: 'formerEmail' } as const

type NewNames = Readonly<{ former: User; names: WantedNames }>

/**
 * Gives a user names that count from now on: they proved them, or someone who may chose them. Tells the former email
 * address, and voids the password links that it may have. The caller authorizes and holds the user's lock.
 * @throws Refusal `input_invalid`: `taken` by another user
 */
export async function setNames(
  { services, trx, actor }: UnitOfWork<RecordedActor>,
  { former, names }: NewNames,
): Promise<User> {
  const user = { ...former, ...names }
  await requireFreeNames(trx, former.id, names)
  const changed = signInNames.filter((name) => user[name] !== former[name])
  await setSignInNames(trx, user)
  await markProven(
    trx,
    former.id,
    signInNames.filter((name) => names[name] !== undefined),
  )
  const isSelf = actor.kind === 'person' && actor.userId === former.id
  const details = Object.fromEntries(changed.map((name) => [formerNames[name], former[name]]))
  await recordEvent(trx, actor, userEvent(isSelf ? 'user.profile_changed' : 'user.updated', user, details))
  if (user.email !== null && former.email !== null && toNameKey(user.email) !== toNameKey(former.email)) {
    // Links that went to the former address end.
    await deleteUsableLinks(trx, user.id)
    const facts = { to: former.email, email: user.email }
    await queueMail(services, trx, { kind: 'email_changed', facts, to: { userId: user.id } })
  }
  return user
}

/** @throws Refusal `input_invalid`: `taken` by another user */
export async function requireFreeNames(db: Db, userId: string, names: WantedNames): Promise<void> {
  const fields: Record<string, string> = {}
  for (const name of signInNames) {
    const other = names[name] === undefined ? undefined : await findUserByName(db, names[name])
    if (other && other.id !== userId) fields[name] = 'taken'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('input_invalid', { fields })
}

/**
 * Runs a transaction in which concurrent requests may take the same name: one succeeds. @throws Refusal as
 * {@link setNames}
 */
export async function transactNames<T>(
  { db }: Services,
  { userId, names }: Readonly<{ userId: string; names: WantedNames }>,
  work: (trx: DbTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    // Another user took the name between the check and the change.
    if (isUniqueViolation(error)) await requireFreeNames(db, userId, names)
    throw error
  }
}
