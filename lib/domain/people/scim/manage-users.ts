import { deleteUsableLinks } from '#lib/domain/people/password-links/store.ts'
import { applyMemberships } from '#lib/domain/people/scim/apply-memberships.ts'
import { chooseNames } from '#lib/domain/people/scim/choose-names.ts'
import { leaveAllGroups } from '#lib/domain/people/scim/groups-store.ts'
import { inviteProvisioned, prepareInvitation } from '#lib/domain/people/scim/invite-provisioned.ts'
import { parsePatch } from '#lib/domain/people/scim/patch.ts'
import { applyUserPatch, readUserBody } from '#lib/domain/people/scim/read-user-body.ts'
import { refuseTakeOver } from '#lib/domain/people/scim/refuse-take-over.ts'
import { provisionedRoles, type ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import { type ScimUser, toScimNameKey, toWantedUser, type WantedUser } from '#lib/domain/people/scim/scim-user.ts'
import { takeOver } from '#lib/domain/people/scim/take-over.ts'
import { transactUniquely } from '#lib/domain/people/scim/transact-uniquely.ts'
import { requireVersion, toScimUserResource, type UserResource } from '#lib/domain/people/scim/user-resource.ts'
import {
  findScimUser,
  isUserNameTaken,
  listGroupsOfUsers,
  markDeleted,
  writeScimUser,
} from '#lib/domain/people/scim/users-store.ts'
import { deactivateManaged, reactivateManaged } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { addUser } from '#lib/domain/people/users/create-user.ts'
import { deriveUsername } from '#lib/domain/people/users/derive-username.ts'
import { setSignInNames } from '#lib/domain/people/users/profile-store.ts'
import { findUserById, findUserByName, lockUser } from '#lib/domain/people/users/store.ts'
import { toNameKey, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { unlinkAllIdentities } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'

const nameTaken = 'Another user has this userName, email address, or externalId.'

/**
 * Creates an agent without account access and without a password. An active one gets an invitation, if mail is set up:
 * it is how a user links the company's own sign-in.
 * @throws Refusal `invalidSyntax`, `invalidValue`, `tooMany`; `uniqueness` for a name or an external ID that a user has
 */
export async function createScimUser(services: Services, client: ScimClient, body: unknown): Promise<UserResource> {
  const wanted = readUserBody(body)
  const chosen = chooseNames(wanted)
  const token = await prepareInvitation(services)
  const created = transactUniquely(services, nameTaken, async (trx) => {
    if (await isUserNameTaken(trx, wanted.userName, '')) throw scimRefusal('uniqueness', nameTaken)
    const user = await addAgent(trx, client, { ...chosen, userName: wanted.userName })
    if (!(await writeScimUser(trx, { ...wanted, id: user.id }))) throw scimRefusal('uniqueness', nameTaken)
    if (!wanted.active) await deactivateManaged({ services, trx, actor: client }, user)
    await inviteProvisioned({ services, trx, actor: client }, { id: user.id, token })
    return readResource({ services, trx, actor: client }, user.id)
  })
  return created.catch((error: unknown) => refuseTakeOver(services, client, { wanted, error }))
}

type NewAgent = ReturnType<typeof chooseNames> & Pick<WantedUser, 'userName'>

const maxAttempts = 3

/** Tries again if a concurrent request takes the derived username. */
async function addAgent(trx: DbTransaction, client: ScimClient, agent: NewAgent): Promise<User> {
  const access = { role: 'agent', accountScope: 'list', accountIds: [], passwordHash: null } as const
  const { name, email, userName } = agent
  for (let attempt = 1; ; attempt++) {
    const username = agent.username ?? (await deriveUsername(trx, userName))
    try {
      return await addUser(trx, client, { ...access, name, email, username })
    } catch (error) {
      const isDerived = agent.username === undefined && isRefusal(error) && error.fields?.email === undefined
      if (!isDerived || attempt === maxAttempts) throw error
    }
  }
}

/** A change of one user. `ifMatch`: the header `If-Match`. */
export type UserChange = Readonly<{ id: string; body: unknown; ifMatch: string | null }>

/** @throws Refusal `not_found`, `precondition_failed`, and as {@link createScimUser} */
export function replaceScimUser(services: Services, client: ScimClient, change: UserChange): Promise<UserResource> {
  return changeScimUser(services, client, { ...change, toWanted: (former) => readUserBody(change.body, former) })
}

/**
 * @throws Refusal `not_found`, `precondition_failed`, `invalidPath`, `mutability`, `noTarget`, and as
 *   {@link createScimUser}
 */
export function patchScimUser(services: Services, client: ScimClient, change: UserChange): Promise<UserResource> {
  const operations = parsePatch(change.body)
  return changeScimUser(services, client, { ...change, toWanted: (former) => applyUserPatch(former, operations) })
}

async function changeScimUser(
  services: Services,
  client: ScimClient,
  {
    id,
    ifMatch,
    toWanted: change,
  }: Omit<UserChange, 'body'> & Readonly<{ toWanted: (former: WantedUser) => WantedUser }>,
): Promise<UserResource> {
  const token = await prepareInvitation(services)
  const request: { wanted?: WantedUser } = {}
  const changed = transactUniquely(services, nameTaken, async (trx) => {
    await lockUser(trx, id)
    const former = await getScimUser(trx, client, id)
    if (ifMatch !== null)
      requireVersion((await readResource({ services, trx, actor: client }, id)).meta.version, ifMatch)
    const wanted = change(toWantedUser(former))
    request.wanted = wanted
    const isTakenOver = await takeOver({ services, trx, actor: client }, former)
    if (!hasSameNames(former, wanted)) await changeNames(trx, client, { former, wanted })
    await changeState({ services, trx, actor: client }, { former, wanted })
    const { email, active } = await getScimUser(trx, client, id)
    // The one that went to the former address, or before the deactivation, is void.
    if (isTakenOver || email !== former.email || active !== former.active) {
      await inviteProvisioned({ services, trx, actor: client }, { id, token, isTakenOver })
    }
    return readResource({ services, trx, actor: client }, id)
  })
  return changed.catch((error: unknown) => refuseTakeOver(services, client, { wanted: request.wanted, error }))
}

/** A deactivation must not fail because of a name. */
function hasSameNames(former: ScimUser, wanted: WantedUser): boolean {
  return JSON.stringify(toWantedUser(former)) === JSON.stringify({ ...wanted, active: former.active })
}

/** Names change what the user signs in with, and nothing else: links to the former address end, sessions stay. */
async function changeNames(
  trx: DbTransaction,
  client: ScimClient,
  { former, wanted }: Readonly<{ former: ScimUser; wanted: WantedUser }>,
): Promise<void> {
  const user = await findUserById(trx, former.id)
  if (!user) throw new Refusal('not_found')
  const { name, email, username = user.username } = chooseNames(wanted, former)
  const next = { ...user, name, email, username }
  const isRenamed = toScimNameKey(wanted.userName) !== toScimNameKey(former.userName)
  if (isRenamed && (await isUserNameTaken(trx, wanted.userName, user.id))) throw scimRefusal('uniqueness', nameTaken)
  await requireFreeEmail(trx, next)
  const details = {
    ...(user.name !== name && { formerName: user.name }),
    ...(user.username !== username && { formerUsername: user.username }),
    ...(user.email !== email && { formerEmail: user.email }),
    ...(former.externalId !== wanted.externalId && { externalId: wanted.externalId ?? '' }),
  }
  const isChanged = Object.keys(details).length > 0
  const isWritten = isChanged || former.userName !== wanted.userName || hasNewParts(former, wanted)
  if (!isWritten) return
  await setSignInNames(trx, next)
  if (user.email !== email) await deleteUsableLinks(trx, user.id)
  if (!(await writeScimUser(trx, { ...wanted, id: user.id }))) throw scimRefusal('uniqueness', nameTaken)
  await recordEvent(trx, client, userEvent('user.updated', next, details))
}

function hasNewParts(former: ScimUser, wanted: WantedUser): boolean {
  return former.givenName !== wanted.givenName || former.familyName !== wanted.familyName
}

async function requireFreeEmail(trx: DbTransaction, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  const holder = email === null ? undefined : await findUserByName(trx, toNameKey(email))
  if (holder && holder.id !== id) throw scimRefusal('uniqueness', nameTaken)
}

/** The user is no owner, so the lock that keeps the last owner isn't needed. */
async function changeState(
  { services, trx, actor: client }: UnitOfWork<ScimClient>,
  { former, wanted }: Readonly<{ former: ScimUser; wanted: WantedUser }>,
): Promise<void> {
  const { active } = wanted
  if (former.active === active) return
  const user = await findUserById(trx, former.id)
  if (!user) throw new Refusal('not_found')
  await (active ? reactivateManaged : deactivateManaged)({ services, trx, actor: client }, user)
  if (active) await applyMemberships(trx, client, user.id)
  // Also for a user whom the directory had deleted and a manager reactivated: this one is no deletion.
  if (!(await writeScimUser(trx, { ...wanted, id: user.id }))) throw scimRefusal('uniqueness', nameTaken)
}

/**
 * Deactivates a user, takes what their groups gave, and frees their names and external ID for a new user (RFC 7644
 * §3.6). The user is kept, because audit events refer to it, but is gone for the directory.
 * @throws Refusal `not_found`, `precondition_failed`
 */
export async function deleteScimUser(
  services: Services,
  client: ScimClient,
  { id, ifMatch }: Omit<UserChange, 'body'>,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await lockUser(trx, id)
    const { active } = await getScimUser(trx, client, id)
    if (ifMatch !== null)
      requireVersion((await readResource({ services, trx, actor: client }, id)).meta.version, ifMatch)
    const user = await findUserById(trx, id)
    if (!user) throw new Refusal('not_found')
    if (active) await deactivateManaged({ services, trx, actor: client }, user)
    await leaveAllGroups(trx, id)
    await applyMemberships(trx, client, id)
    await unlinkAllIdentities(trx, client, user)
    await setSignInNames(trx, { ...user, username: `former-${randomBase62(12)}`, email: null })
    await markDeleted(trx, id)
    const details = { formerUsername: user.username, ...(user.email !== null && { formerEmail: user.email }) }
    await recordEvent(trx, client, userEvent('user.updated', user, details))
  })
}

/** @throws Refusal `not_found`, also for a user whom the key's owner does not manage */
async function getScimUser(trx: DbTransaction, client: ScimClient, id: string): Promise<ScimUser> {
  const user = await findScimUser(trx, id, provisionedRoles(client))
  if (!user) throw new Refusal('not_found')
  return user
}

async function readResource(
  { services: { env }, trx, actor: client }: UnitOfWork<ScimClient>,
  id: string,
): Promise<UserResource> {
  const groups = await listGroupsOfUsers(trx, [id])
  return toScimUserResource(env.baseUrl, await getScimUser(trx, client, id), groups.get(id) ?? [])
}
