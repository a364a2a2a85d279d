import { z } from 'zod'
import { type NameChange, type SignInName, signInNames } from '#lib/domain/people/name-changes/name-change.ts'
import { deleteNameChange, findNameChange, saveNameChange } from '#lib/domain/people/name-changes/store.ts'
import { linkLifeMs } from '#lib/domain/people/password-links/password-link.ts'
import { type LinkToken, prepareLinkToken } from '#lib/domain/people/password-links/set-password-link.ts'
import { deleteUsableLinks, findUsableLink, insertLink, spendLink } from '#lib/domain/people/password-links/store.ts'
import {
  requireFreeNames,
  setNames,
  transactNames,
  type WantedNames,
} from '#lib/domain/people/user-lifecycle/set-names.ts'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { findUnprovenNames, isManagedByDirectory } from '#lib/domain/people/users/proven-names-store.ts'
import { emailSchema, usernameSchema } from '#lib/domain/people/users/schema.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import { toNameKey, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { managersOf, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** How a new name comes to count: at once, by opening a link that is mailed to it, or when a manager approves it. */
export type Step = 'now' | 'proof' | 'approval'

/** `steps`: what a change would take. `waiting`: names that were requested. */
export type OwnNames = Readonly<{
  isManaged: boolean
  steps: Readonly<Record<SignInName, Step>>
  waiting: NameChange | undefined
  unproven: readonly SignInName[]
}>

export async function readOwnNames(services: Services, actor: PortalUser): Promise<OwnNames> {
  const { db } = services
  const user = await getSessionUser(services, actor)
  return {
    isManaged: await isManagedByDirectory(db, user.id),
    steps: await stepsOf(services, user),
    waiting: await findNameChange(db, user.id),
    unproven: await findUnprovenNames(db, user.id),
  }
}

const proofs = ['confirm_email'] as const

export const ownNamesSchema = z.object({ username: usernameSchema, email: emailSchema })

export type OwnNamesInput = Readonly<z.input<typeof ownNamesSchema>>

/**
 * Requests the names to sign in with. Others identify people by them, so a name that its user chose counts once they
 * proved it or a manager approved it; until then it belongs to no one. Owners choose theirs, and prove an email address
 * by mail. A mere change of case identifies nobody else: it counts at once. Replaces a former request.
 * @returns the step that each new name takes
 * @throws Refusal `confirmation_required`; `forbidden` for a user of the directory; `input_invalid`: `taken` by another
 *   user; `too_many_requests` for more than five mails in an hour
 */
export async function changeOwnNames(
  services: Services,
  actor: PortalUser,
  input: OwnNamesInput,
): Promise<Readonly<Partial<Record<SignInName, Step>>>> {
  requireRecentConfirmation(actor, services.clock.now())
  const names = parseInput(ownNamesSchema, input)
  const token = await prepareLinkToken(services)
  return transactNames(services, { userId: actor.userId, names }, async (trx) => {
    await lockUser(trx, actor.userId)
    if (await isManagedByDirectory(trx, actor.userId)) throw new Refusal('forbidden', { detail: 'a directory does' })
    const former = await getSessionUser({ ...services, db: trx }, actor)
    await requireFreeNames(trx, former.id, names)
    const steps = await chooseSteps({ ...services, db: trx }, former, names)
    const namesBy = (...wanted: Step[]) =>
      Object.fromEntries(
        signInNames
          .filter((name) => wanted.some((step) => step === steps[name]))
          .map((name) => [name, names[name]] as const),
      ) as WantedNames
    const atOnce = namesBy('now')
    const user = hasNames(atOnce) ? await setNames({ services, trx, actor }, { former, names: atOnce }) : former
    await replaceRequest({ services, trx, actor }, { user, names: namesBy('proof', 'approval'), steps, token })
    return steps
  })
}

type Request = Readonly<{
  user: User
  names: WantedNames
  steps: Readonly<Partial<Record<SignInName, Step>>>
  token: LinkToken
}>

async function replaceRequest(
  { services, trx, actor }: UnitOfWork<PortalUser>,
  { user, names, steps, token }: Request,
): Promise<void> {
  await withdraw(trx, user.id)
  if (!hasNames(names)) return
  const { username = null, email = null } = names
  await saveNameChange(trx, user.id, { username, email })
  const details = { ...(username !== null && { newUsername: username }), ...(email !== null && { newEmail: email }) }
  await recordEvent(trx, actor, userEvent('user.names_requested', user, details))
  if (steps.email === 'proof' && email !== null) await mailProof(services, trx, { user, email, token })
  if (steps.username !== 'approval' && steps.email !== 'approval') return
  const facts = { userId: user.id, user: user.name, username: username ?? '', email: email ?? '' }
  await queueMail(services, trx, {
    kind: 'names_requested',
    facts,
    to: { roles: managersOf(user.role), exceptId: user.id },
  })
}

async function mailProof(
  services: Services,
  trx: DbTransaction,
  { user, email, token: { token, sealed } }: Readonly<{ user: User; email: string; token: LinkToken }>,
): Promise<void> {
  const until = await insertLink(trx, {
    tokenHash: sha256(token),
    purpose: 'confirm_email',
    userId: user.id,
    createdBy: user.id,
    lifeMs: linkLifeMs.confirm_email,
  })
  const facts = { to: email, user: user.username, until }
  const isMailed = await queueMail(services, trx, {
    kind: 'email_confirmation',
    facts,
    link: sealed,
    to: { userId: user.id },
  })
  if (!isMailed) throw new Refusal('too_many_requests', { retryAfterSeconds: 3_600 })
}

/** Takes the request back. @throws Refusal `conflict` if there is none any more */
export async function withdrawOwnNames({ db }: Services, actor: PortalUser): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, actor.userId)
    if (!(await withdraw(trx, actor.userId))) throw new Refusal('conflict')
  })
}

/** Deletes the request of a user, and the link that would prove it. @returns false if there was none */
export async function withdraw(trx: DbTransaction, userId: string): Promise<boolean> {
  await deleteUsableLinks(trx, userId, proofs)
  return deleteNameChange(trx, userId)
}

/**
 * The email address that this link proves for the user, without spending it. Of another user's link nothing is known:
 * the one who reads the mailbox must be the one who asked. A user whose passwords were turned off meanwhile needs a
 * manager.
 */
export async function findOwnProof(services: Services, actor: PortalUser, token: string): Promise<string | undefined> {
  const { db } = services
  const link = await findUsableLink(db, sha256(token), proofs)
  if (link?.userId !== actor.userId) return undefined
  const { email } = await stepsOf(services, await getSessionUser(services, actor))
  return email === 'proof' ? ((await findNameChange(db, actor.userId))?.email ?? undefined) : undefined
}

/**
 * Takes over the email address that the link proves, in the session of the user who asked for it.
 * @throws Refusal `link_unusable`; `forbidden` for a user of the directory; `input_invalid`: `taken` meanwhile
 */
export async function proveOwnEmail(services: Services, actor: PortalUser, token: string): Promise<string> {
  const wanted = await findOwnProof(services, actor, token)
  if (wanted === undefined) throw new Refusal('link_unusable')
  return transactNames(services, { userId: actor.userId, names: { email: wanted } }, async (trx) => {
    await lockUser(trx, actor.userId)
    if (await isManagedByDirectory(trx, actor.userId)) throw new Refusal('forbidden', { detail: 'a directory does' })
    const link = await spendLink(trx, sha256(token), proofs)
    const request = await findNameChange(trx, actor.userId)
    if (link?.userId !== actor.userId || !request || request.email === null) throw new Refusal('link_unusable')
    const { username, email } = request
    await deleteNameChange(trx, actor.userId)
    if (username !== null) await saveNameChange(trx, actor.userId, { username, email: null })
    const former = await getSessionUser({ ...services, db: trx }, actor)
    await setNames({ services, trx, actor }, { former, names: { email } })
    return email
  })
}

function hasNames(names: WantedNames): boolean {
  return Object.keys(names).length > 0
}

type ReadServices = Readonly<{ db: Db; env: Services['env'] }>

/**
 * Without mail settings, nothing proves an address. Where the company signs its users in, its address is not theirs to
 * leave.
 */
async function stepsOf({ db, env }: ReadServices, user: User): Promise<OwnNames['steps']> {
  if (user.role === 'owner') return { username: 'now', email: env.mail ? 'proof' : 'now' }
  const isProvable = env.mail !== undefined && !(await arePasswordsOff(db, user))
  return { username: 'approval', email: isProvable ? 'proof' : 'approval' }
}

/** Nothing for a name that stays. A name that is not proven yet takes its step, also without a change. */
async function chooseSteps(
  { db, env }: ReadServices,
  former: User,
  names: Readonly<Record<SignInName, string>>,
): Promise<Readonly<Partial<Record<SignInName, Step>>>> {
  const steps = await stepsOf({ db, env }, former)
  const unproven = await findUnprovenNames(db, former.id)
  const chosen = signInNames.map((name): [SignInName, Step | undefined] => {
    const isSame = former[name] !== null && toNameKey(former[name]) === toNameKey(names[name])
    if (!isSame || unproven.includes(name)) return [name, steps[name]]
    return [name, former[name] === names[name] ? undefined : 'now']
  })
  return Object.fromEntries(chosen.filter(([, step]) => step !== undefined))
}
