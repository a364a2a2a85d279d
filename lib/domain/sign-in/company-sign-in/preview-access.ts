import type { BoundedCount } from '#lib/domain/accounts/account-groups/account-group.ts'
import { findGroupSize } from '#lib/domain/accounts/account-groups/store.ts'
import { evaluateMappings, type GroupMapping, maxGroupNames } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { listMappingRows } from '#lib/domain/people/group-mappings/store.ts'
import { findUserById } from '#lib/domain/people/users/store.ts'
import { opensAllAccounts, type User } from '#lib/domain/people/users/user.ts'
import { describeAgent } from '#lib/domain/sign-in/company-sign-in/link-identity.ts'
import type { TestClaims } from '#lib/domain/sign-in/company-sign-in/provider-test.ts'
import { type SignInProblem, SignInProblemError } from '#lib/domain/sign-in/company-sign-in/sign-in-problem.ts'
import { findIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { provesFactor, type SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { isPortalRole, type PortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'

/** The user whom a sign-in would find or add; or why it would do neither, so that they need an invitation. */
type PreviewedUser =
  | Readonly<{ kind: 'linked' | 'new'; name: string }>
  | Readonly<{ kind: 'refused'; problem: SignInProblem }>

/** What a sign-in with these claims would give, and by which group. */
export type AccessPreview = Readonly<{
  user: PreviewedUser
  /** `groupName`: null if no group gives it. */
  role: Readonly<{ name: PortalRole; groupName: string | null }>
  accountGroups: readonly Readonly<{ name: string; groupName: string; accounts: BoundedCount }>[]
  provesFactor: boolean
  /** Groups that are mapped to nothing. `untold`: the provider couldn't tell them. */
  unmapped: readonly string[] | 'untold'
}>

/** Follows the rules of a sign-in, and writes nothing. */
export async function previewAccess(
  services: Services,
  provider: SignInProvider,
  claims: TestClaims,
): Promise<AccessPreview> {
  const { db } = services
  const known = await findLinkedUser(db, provider, claims)
  const mappings = await listMappingRows(db, provider.id)
  const groupNames = claims.groups === 'untold' ? [] : (claims.groups ?? []).slice(0, maxGroupNames)
  const role = chooseRole(known, mappings, groupNames)
  const accountScope = known?.role === role.name ? known.accountScope : 'list'
  const isOpenAnyway = opensAllAccounts({ role: role.name, accountScope })
  const mapped = new Set(mappings.map(({ groupName }) => groupName))
  return {
    user: await previewUser(services, provider, { claims, known }),
    role,
    accountGroups: isOpenAnyway ? [] : await listAccountGroups(db, mappings, groupNames),
    provesFactor: provesFactor(provider),
    unmapped: claims.groups === 'untold' ? 'untold' : groupNames.filter((name) => !mapped.has(name)),
  }
}

async function findLinkedUser(db: Db, { issuer }: SignInProvider, { subject }: TestClaims): Promise<User | undefined> {
  const identity = await findIdentity(db, issuer, subject)
  return identity && findUserById(db, identity.userId)
}

async function previewUser(
  services: Services,
  provider: SignInProvider,
  { claims, known }: Readonly<{ claims: TestClaims; known: User | undefined }>,
): Promise<PreviewedUser> {
  if (known) {
    return known.deactivatedAt === null
      ? { kind: 'linked', name: known.name }
      : { kind: 'refused', problem: 'inactive' }
  }
  const { email, name, username } = claims
  const given = { ...claims, email: email ?? undefined, name: name ?? undefined, username: username ?? undefined }
  try {
    return { kind: 'new', name: (await describeAgent(services, { provider, claims: given })).name }
  } catch (error) {
    if (error instanceof SignInProblemError) return { kind: 'refused', problem: error.problem }
    throw error
  }
}

/** Owners keep their role. */
function chooseRole(
  known: User | undefined,
  mappings: readonly GroupMapping[],
  groupNames: readonly string[],
): AccessPreview['role'] {
  const { role } = evaluateMappings(mappings, groupNames)
  const isMappable = known === undefined || known.role === 'admin' || known.role === 'agent'
  const giving = mappings.find((mapping) => mapping.role === role && groupNames.includes(mapping.groupName))
  if (role !== undefined && isMappable && giving) return { name: role, groupName: giving.groupName }
  return { name: known && isPortalRole(known.role) ? known.role : 'agent', groupName: null }
}

async function listAccountGroups(db: Db, mappings: readonly GroupMapping[], groupNames: readonly string[]) {
  const giving = mappings.filter(({ groupName }) => groupNames.includes(groupName))
  const groups = await Promise.all(
    giving.map(async ({ accountGroupId, groupName }) => {
      const group = accountGroupId === null ? undefined : await findGroupSize(db, accountGroupId)
      return group ? [{ ...group, groupName }] : []
    }),
  )
  return groups.flat()
}
