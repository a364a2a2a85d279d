import { applyGroupMappings } from '#lib/domain/people/user-lifecycle/apply-group-mappings.ts'
import { addUser } from '#lib/domain/people/users/create-user.ts'
import { findUnprovenNames, markUnproven } from '#lib/domain/people/users/proven-names-store.ts'
import { emailSchema, personNameSchema, usernameSchema } from '#lib/domain/people/users/schema.ts'
import { findUserById, findUserByName, setLinked } from '#lib/domain/people/users/store.ts'
import { toNameKey, type User, userEvent } from '#lib/domain/people/users/user.ts'
import type { ProviderAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { SignInProblemError } from '#lib/domain/sign-in/company-sign-in/sign-in-problem.ts'
import { insertIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import type { ProviderClaims } from '#lib/domain/sign-in/sign-in-providers/provider-claims.ts'
import { isInDomain, type SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous, RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomBase62, randomId } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

/** A verified answer of a provider, and the attempt that it answers. */
export type Answer = Readonly<{ provider: SignInProvider; claims: ProviderClaims; attempt: ProviderAttempt }>

export type Linked = Readonly<{ user: User; identityId: string }>

/**
 * Links an unknown subject to a new agent, if the provider may create them. An address never links anyone. Applies the
 * group mappings.
 * @throws SignInProblemError; nothing is changed then
 */
export async function createAgent(
  services: Services,
  anonymous: Anonymous,
  answer: Pick<Answer, 'provider' | 'claims'>,
): Promise<Linked> {
  const { isChosen, ...fields } = await describeAgent(services, answer)
  try {
    return await services.db.transaction().execute(async (trx) => {
      const user = await addUser(trx, anonymous, {
        ...fields,
        passwordHash: null,
        role: 'agent',
        accountScope: 'list',
        accountIds: [],
      })
      if (isChosen) await markUnproven(trx, user.id, 'username')
      return link(trx, anonymous, { ...answer, user, how: 'created' })
    })
  } catch (error) {
    // Another request added a user of this name meanwhile.
    if (isRefusal(error) && error.code === 'input_invalid') throw new SignInProblemError('user_exists')
    throw error
  }
}

/**
 * A username that another user chose without a proof identifies nobody, so it doesn't stand in the way. `isChosen`:
 * neither does this one, which users may choose at the provider; the verified address identifies the agent.
 * @throws SignInProblemError unless the provider may create an agent for this address, and the names are free
 */
export async function describeAgent(
  { db }: Services,
  {
    provider,
    claims,
  }: Readonly<{
    provider: SignInProvider
    claims: Pick<ProviderClaims, 'email' | 'isEmailVerified' | 'name' | 'username' | 'isIncomplete'>
  }>,
) {
  if (!provider.createsUsers) throw new SignInProblemError('not_linked')
  if (claims.email === undefined && claims.isIncomplete) throw new SignInProblemError('unavailable')
  const email = emailSchema.safeParse(claims.email).data
  if (email === undefined || !claims.isEmailVerified || !isInDomain(email, provider.domains)) {
    throw new SignInProblemError('email')
  }
  const localPart = email.slice(0, email.lastIndexOf('@'))
  const existing = await findUserByName(db, email)
  if (existing) throw new SignInProblemError('user_exists', existing)
  const username = (await findFreeUsername(db, [claims.username, localPart])) ?? `agent-${randomBase62(8)}`
  const isChosen = claims.username !== undefined && toNameKey(username) !== toNameKey(localPart)
  return { email, username, isChosen, name: personNameSchema.safeParse(claims.name).data ?? localPart }
}

/** @throws SignInProblemError if a user has one of the names who may be the same person */
async function findFreeUsername(db: Db, wanted: readonly (string | undefined)[]): Promise<string | undefined> {
  for (const name of wanted) {
    const username = usernameSchema.safeParse(name).data
    const existing = username === undefined ? undefined : await findUserByName(db, username)
    if (username !== undefined && !existing) return username
    const isProven = existing && !(await findUnprovenNames(db, existing.id)).includes('username')
    if (isProven) throw new SignInProblemError('user_exists', existing)
  }
  return undefined
}

type NewLink = Readonly<{ user: User; how: 'invitation' | 'created' }>

type Identified = Readonly<{
  provider: SignInProvider
  claims: Pick<ProviderClaims, 'subject' | 'email' | 'groups'>
}>

/**
 * Links a subject to a user, and applies the group mappings. @throws SignInProblemError if it is linked to another one
 */
export async function link(
  trx: DbTransaction,
  anonymous: Anonymous,
  { provider, claims, user, how }: Identified & NewLink,
): Promise<Linked> {
  const identity = { id: randomId('pid'), providerId: provider.id, issuer: provider.issuer, userId: user.id }
  const email = claims.email ?? null
  // A concurrent sign-in of this subject may have linked it.
  if (!(await insertIdentity(trx, { ...identity, subject: claims.subject, email }))) {
    throw new SignInProblemError('other_user')
  }
  await setLinked(trx, user.id, true)
  const actor = { ...anonymous, kind: 'person', userId: user.id, name: user.name } as const
  await recordEvent(trx, actor, userEvent('user.identity_linked', user, { provider: provider.label, how }))
  return { user: await applyGroups(trx, actor, { provider, claims, user }), identityId: identity.id }
}

type Applied = Readonly<{ provider: SignInProvider; claims: Pick<ProviderClaims, 'groups'>; user: User }>

/**
 * Applies what the provider tells of the user's groups. What it couldn't tell takes nothing. @returns the user
 * afterwards, also if they were linked only now
 */
export async function applyGroups(
  trx: DbTransaction,
  actor: RecordedActor,
  { provider, claims, user }: Applied,
): Promise<User> {
  const source = { id: provider.id, name: provider.label }
  const { groups } = claims
  if (groups === 'untold') {
    await recordEvent(trx, actor, userEvent('user.groups_untold', user, { provider: provider.label }))
  } else if (groups !== undefined) {
    await applyGroupMappings(trx, actor, { userId: user.id, source, groupNames: groups })
  }
  return (await findUserById(trx, user.id)) ?? user
}
