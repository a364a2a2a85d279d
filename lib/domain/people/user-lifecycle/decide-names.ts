import { z } from 'zod'
import type { NameChange, SignInName } from '#lib/domain/people/name-changes/name-change.ts'
import { findNameChange, listWaitingUsers } from '#lib/domain/people/name-changes/store.ts'
import { deleteUsableLinks } from '#lib/domain/people/password-links/store.ts'
import { withdraw } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { setNames, transactNames, type WantedNames } from '#lib/domain/people/user-lifecycle/set-names.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import { setSignInNames } from '#lib/domain/people/users/profile-store.ts'
import { findUnprovenNames } from '#lib/domain/people/users/proven-names-store.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import { toNameKey, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { managedOwners, requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * What a manager decides: names that a user asked for, or else has without a proof, also after a directory took the
 * user over. Undefined for a name that is decided.
 */
export type UndecidedNames = Readonly<WantedNames & { requestedAt: number | undefined }>

const maxListed = 50

/** Users whom the actor manages and who wait for a name. @throws Refusal `forbidden` */
export async function listWaitingNames({ db }: Services, actor: Actor) {
  requireManager(actor)
  return listWaitingUsers(db, managedOwners(actor).roles, maxListed)
}

/** @returns undefined if there is nothing to decide. @throws Refusal `forbidden`, `not_found` */
export async function findUndecidedNames(
  { db }: Services,
  actor: Actor,
  userId: string,
): Promise<UndecidedNames | undefined> {
  requireManager(actor)
  return toUndecided(await getManagedUser(db, actor, { id: userId }), await findUndecided(db, userId))
}

type Undecided = Readonly<{ change: NameChange | undefined; unproven: readonly SignInName[] }>

async function findUndecided(db: Db, userId: string): Promise<Undecided> {
  return { change: await findNameChange(db, userId), unproven: await findUnprovenNames(db, userId) }
}

function toUndecided(user: User, { change, unproven }: Undecided): UndecidedNames | undefined {
  const nameOf = (name: SignInName) => change?.[name] ?? (unproven.includes(name) ? user[name] : null)
  const [username, email] = [nameOf('username'), nameOf('email')]
  if (username === null && email === null) return undefined
  return {
    ...(username !== null && { username }),
    ...(email !== null && { email }),
    requestedAt: change?.requestedAt,
  }
}

const schema = z.object({ username: z.string().max(1_000), email: z.string().max(1_000) })

/** The names as the manager saw them; empty for one that is not in question. */
export type NamesDecision = Readonly<{ userId: string; username: string; email: string }>

/**
 * Approves the names that a user asked for, or already has: they count from now on.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` if the names are no longer those that
 *   the manager saw; `input_invalid`: `taken` by another user
 */
export async function approveNames(services: Services, actor: Actor, decision: NamesDecision): Promise<void> {
  const names = await prepare(services, actor, decision)
  await transactNames(services, { userId: decision.userId, names }, async (trx) => {
    const { user: former } = await requireSame(trx, actor, decision)
    await withdraw(trx, former.id)
    await setNames({ services, trx, actor }, { former, names })
  })
}

/**
 * Refuses the names that the manager saw. Takes those of them that the user already has without a proof, so that the
 * person whose they are can have them. @throws Refusal as {@link approveNames}
 */
export async function rejectNames(services: Services, actor: Actor, decision: NamesDecision): Promise<void> {
  const rejected = await prepare(services, actor, decision)
  const { username, email } = rejected
  await services.db.transaction().execute(async (trx) => {
    const { user, unproven } = await requireSame(trx, actor, decision)
    await withdraw(trx, user.id)
    // Of a name that the user asked for, the manager saw only the new one.
    const isTaken = (name: SignInName) =>
      unproven.includes(name) && toNameKey(rejected[name] ?? '') === toNameKey(user[name] ?? '')
    const kept = {
      username: isTaken('username') ? `user-${randomBase62(8)}` : user.username,
      email: isTaken('email') ? null : user.email,
    }
    await setSignInNames(trx, { ...user, ...kept })
    // Links that went to the address end.
    if (isTaken('email')) await deleteUsableLinks(trx, user.id)
    const details = { ...(username && { newUsername: username }), ...(email && { newEmail: email }) }
    await recordEvent(trx, actor, userEvent('user.names_rejected', user, details))
  })
}

async function prepare({ clock }: Services, actor: Actor, decision: NamesDecision): Promise<WantedNames> {
  requireManager(actor)
  requireRecentConfirmation(actor, clock.now())
  const { username, email } = parseInput(schema, decision)
  return { ...(username !== '' && { username }), ...(email !== '' && { email }) }
}

/** A user must not exchange the names between the look and the click. */
async function requireSame(
  trx: DbTransaction,
  actor: Actor,
  decision: NamesDecision,
): Promise<Readonly<{ user: User; unproven: readonly SignInName[] }>> {
  const { userId, username, email } = decision
  await lockUser(trx, userId)
  const user = await getManagedUser(trx, actor, { id: userId })
  const undecided = await findUndecided(trx, userId)
  const current = toUndecided(user, undecided)
  if (!current || (current.username ?? '') !== username || (current.email ?? '') !== email)
    throw new Refusal('conflict')
  return { user, unproven: undecided.unproven }
}
