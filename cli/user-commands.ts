import { type Command, Option } from 'commander'
import type { PasswordLink } from '#lib/domain/people/password-links/password-link.ts'
import { toUserSearchText } from '#lib/domain/people/users/search-text.ts'
import { opensAllAccounts, type User } from '#lib/domain/people/users/user.ts'
import { isPortalRole, type PortalRole, portalRoles, type Role, roles } from '#lib/foundation/authorization/roles.ts'
import type { RequestOf } from '#lib/web/management-api/client.ts'
import { findUser } from './find-user.ts'
import { type CommandOutput, formatInstant, inOrder, listOutput } from './output.ts'
import { readFirstLine } from './standard-input.ts'
import { noRemoteForm } from './usage-error.ts'
import { addVerb, requireSomeOption, type Site } from './verb.ts'

type CreateOptions = Readonly<{
  email?: string
  username: string
  name: string
  role?: PortalRole
  service?: true
  password?: string
  passwordStdin?: true
  accounts?: string
}>

export function addUserCommands(program: Command): void {
  const noun = program.command('user').description('Portal users, and service users that own API keys.')
  addCreate(noun)
  addChange(noun)
  addVerb(noun, 'list', async ({ api }) =>
    listOutput('users', inOrder((await api.list('listUsers', {})).map(withoutActive), toUserSearchText), [
      ['NAME', ({ name }) => name],
      ['USERNAME', ({ username }) => username],
      ['EMAIL', ({ email }) => email ?? '–'],
      ['ROLE', ({ role }) => role],
      ['ACCOUNTS', ({ accountScope, listedAccounts }) => (accountScope === 'all' ? 'all' : String(listedAccounts))],
      ['STATE', ({ state }) => state],
      ['LAST SIGN-IN (UTC)', ({ lastSignInAt }) => formatInstant(lastSignInAt)],
    ]),
  ).description('List all users by name.')
  for (const { verb, active, done, description } of states) {
    addVerb(noun, `${verb} <email>`, async (site, email: string) => {
      const { accountIds, accountGroupIds, ...user } = await patchUser(site, email, { active })
      return { json: user, lines: [`${done} ${nameOf(user)}.`] }
    }).description(description)
  }
}

const states = [
  {
    ...{ verb: 'deactivate', active: false, done: 'Deactivated' },
    description: "End a user's sessions and refuse their keys, immediately.",
  },
  { verb: 'reactivate', active: true, done: 'Reactivated', description: 'Reactivate a deactivated user.' },
] as const

function addCreate(noun: Command): void {
  // The first owner may be created before the server has ever started.
  addVerb(noun, 'create', create, true)
    .description('Create a portal user or a service user. Without a password, print a link to set one.')
    .option('--email <address>', 'email address; optional for a service user')
    .requiredOption('--username <name>', 'username: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'display name')
    .addOption(
      new Option('--role <role>', 'role of a portal user; with --service, admin for keys as those of an admin').choices(
        portalRoles,
      ),
    )
    .option('--service', "a service user, who can't sign in and owns API keys")
    .addOption(new Option('--password <password>', 'visible to other users of this machine').conflicts('passwordStdin'))
    .option('--password-stdin', 'read the password from standard input')
    .option('--accounts <all|A,B>', 'accounts that an agent or service user can open (default: none)')
    .hook('preAction', (command) => {
      const { role, service } = command.opts<CreateOptions>()
      if (!role && !service) command.error("error: specify '--role <role>' or '--service'")
      if (service && role && role !== 'admin')
        command.error("error: the only '--role' of a '--service' user is 'admin'")
    })
}

function toRole({ role, service }: CreateOptions): Role {
  if (role && !service) return role
  return role === undefined ? 'service' : 'service_admin'
}

async function create(site: Site, options: CreateOptions): Promise<CommandOutput> {
  const { email, username, name, accounts = '' } = options
  const password = options.passwordStdin ? await readFirstLine() : options.password
  const access = { accountIds: [], ...toAccountAccess(accounts) }
  const { user, link } = await createUser(
    site,
    { ...(email !== undefined && { email }), username, name, role: toRole(options), ...access },
    password,
  )
  return {
    json: { ...user, setPasswordLink: link ?? null },
    lines: link ? [`Created ${nameOf(user)}.`, link.url] : [`Created ${nameOf(user)}.`],
    notes: [
      ...(link ? [describeLink(link, user)] : []),
      ...(options.password === undefined ? [] : [passwordAdvice]),
      ...(link || password !== undefined || !isPortalRole(user.role) ? [] : [linkAdvice]),
    ],
  }
}

type NewUser = Readonly<{ email?: string; username: string; name: string; role: Role }> & AccountAccess

type Created = Readonly<{ user: User; link?: PasswordLink | undefined }>

/** Only the operator gives a password, or a link to set one. */
async function createUser({ api, here }: Site, input: NewUser, password: string | undefined): Promise<Created> {
  if (here) {
    const { inviteUser } = await import('#lib/domain/people/user-lifecycle/change-user.ts')
    return inviteUser(here.services, here.actor, { ...input, password })
  }
  if (password !== undefined) throw noRemoteForm('user create --password')
  const { active, accountIds, accountGroupIds, ...user } = await api.call('createUser', { body: input })
  return { user: { ...user, passwordSetAt: null, lastSignInAt: null, linkedAt: null } }
}

/** Changes the user with this name. @returns with the facts that only lists have */
async function patchUser(site: Site, name: string, body: RequestOf<'patchUser'>['body']) {
  const { id: userId, passwordSetAt, lastSignInAt, linkedAt } = await findUser(site, name)
  const user = await site.api.call('patchUser', { params: { userId }, body })
  return { ...withoutActive(user), passwordSetAt, lastSignInAt, linkedAt }
}

/** Commands show `deactivatedAt` only. */
function withoutActive<Shown extends Readonly<{ active: boolean }>>({ active: _, ...user }: Shown) {
  return user
}

type AccountAccess = Readonly<{ accountScope: 'all' | 'list'; accountIds?: string[] }>

/** @param accounts `all`, or IDs separated by commas */
function toAccountAccess(accounts: string): AccountAccess {
  return accounts === 'all' ? { accountScope: 'all' } : { accountScope: 'list', accountIds: toList(accounts) }
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

type ChangeOptions = Readonly<{ name?: string; role?: Role; accounts?: string; groups?: string }>

function addChange(noun: Command): void {
  const verb = addVerb(noun, 'change <email>', async (site, email: string, options: ChangeOptions) => {
    const { name, role, accounts, groups } = options
    const access = accounts === undefined ? {} : toAccountAccess(accounts)
    const accountGroupIds = groups === undefined ? undefined : toList(groups)
    const user = await patchUser(site, email, { name, role, ...access, accountGroupIds })
    const isUseless = opensAllAccounts(user) && ((accounts ?? 'all') !== 'all' || groups !== undefined)
    return { json: user, lines: [`Changed ${nameOf(user)}.`], notes: isUseless ? [opensAll] : [] }
  })
    .description('Change a user. What is not given stays.')
    .option('--name <name>', 'display name')
    .addOption(new Option('--role <role>', 'role; a service user can only have a service role').choices(roles))
    .option('--accounts <all|A,B>', 'accounts that the user can open, in place of the present list; empty: none')
    .option('--groups <A,B>', 'IDs of the account groups, in place of the present ones; empty: none')
  requireSomeOption(verb, 'what to change')
}

const opensAll = 'The user opens all accounts. Lists and groups of accounts have no effect.'

const passwordAdvice =
  'Other users of this machine can see the password in the process list. Use --password-stdin instead.'
/** The management API gives no link: it would let the program set the user's password. */
const linkAdvice =
  "Only the portal and the server's own command line make the link with which the user sets a password."

export function describeLink({ expiresAt }: PasswordLink, { name }: Pick<User, 'name'>): string {
  return `Send this link only to ${name}. It sets the password once and expires at ${formatInstant(expiresAt)} UTC.`
}

export function nameOf({ name, username, role }: Pick<User, 'name' | 'username' | 'role'>): string {
  return `${name} (${username}, ${role})`
}
