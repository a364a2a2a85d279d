import { type Command, Option } from 'commander'
import type { PasswordLink } from '#lib/password-links/password-link.ts'
import { isPortalRole, type PortalRole, portalRoles, type Role, roles } from '#lib/roles.ts'
import { opensAllAccounts, type User, type UserSummary } from '#lib/users/user.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { readFirstLine } from './standard-input.ts'
import { addVerb, requireSomeOption } from './verb.ts'

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
  addVerb(noun, 'list', async ({ users }) => {
    const all = await users.list()
    return { json: { users: all }, lines: formatUsers(all) }
  }).description('List all users by name.')
  addVerb(noun, 'deactivate <email>', async ({ users }, email: string) => {
    const user = await users.deactivate(email)
    return { json: user, lines: [`Deactivated ${nameOf(user)}.`] }
  }).description("End a user's sessions and refuse their keys, immediately.")
  addVerb(noun, 'reactivate <email>', async ({ users }, email: string) => {
    const user = await users.reactivate(email)
    return { json: user, lines: [`Reactivated ${nameOf(user)}.`] }
  }).description('Reactivate a deactivated user.')
}

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

async function create({ users }: Operations, options: CreateOptions): Promise<CommandOutput> {
  const { email, username, name, accounts = '' } = options
  const password = options.passwordStdin ? await readFirstLine() : options.password
  const { user, link } = await users.create({
    ...(email !== undefined && { email }),
    ...{ username, name, role: toRole(options), password },
    ...{ accountIds: [], ...toAccountAccess(accounts) },
  })
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

/** @param accounts `all`, or IDs separated by commas */
function toAccountAccess(accounts: string) {
  return accounts === 'all'
    ? ({ accountScope: 'all' } as const)
    : ({ accountScope: 'list', accountIds: toList(accounts) } as const)
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

type ChangeOptions = Readonly<{ name?: string; role?: Role; accounts?: string; groups?: string }>

function addChange(noun: Command): void {
  const verb = addVerb(noun, 'change <email>', async ({ users }, email: string, options: ChangeOptions) => {
    const { name, role, accounts, groups } = options
    const user = await users.change(email, {
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(accounts !== undefined && toAccountAccess(accounts)),
      ...(groups !== undefined && { accountGroupIds: toList(groups) }),
    })
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

export function nameOf({ name, username, role }: User): string {
  return `${name} (${username}, ${role})`
}

function formatUsers(users: readonly UserSummary[]): string[] {
  const rows = users.map((user) => [
    user.name,
    user.username,
    user.email ?? '–',
    user.role,
    user.accountScope === 'all' ? 'all' : String(user.listedAccounts),
    user.state,
    formatInstant(user.lastSignInAt),
  ])
  return formatTable(['NAME', 'USERNAME', 'EMAIL', 'ROLE', 'ACCOUNTS', 'STATE', 'LAST SIGN-IN (UTC)'], rows)
}
