import { type Command, Option } from 'commander'
import type { PasswordLink } from '#lib/password-links/password-link.ts'
import { type PortalRole, portalRoles } from '#lib/roles.ts'
import type { User, UserSummary } from '#lib/users/user.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { readFirstLine } from './standard-input.ts'
import { addVerb } from './verb.ts'

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
  addVerb(noun, 'create', create)
    .description('Create a portal user or a service user. Without a password, print a link to set one.')
    .option('--email <address>', 'email address; optional for a service user')
    .requiredOption('--username <name>', 'username: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'display name')
    .addOption(new Option('--role <role>', 'role of a portal user').choices(portalRoles))
    .addOption(new Option('--service', "a service user, who can't sign in and owns API keys").conflicts('role'))
    .addOption(new Option('--password <password>', 'visible to other users of this machine').conflicts('passwordStdin'))
    .option('--password-stdin', 'read the password from standard input')
    .option('--accounts <all|A,B>', 'accounts that an agent or service user can open (default: none)')
    .hook('preAction', (command) => {
      const { role, service } = command.opts<CreateOptions>()
      if (!role && !service) command.error("error: specify either '--role <role>' or '--service'")
    })
}

async function create({ users }: Operations, options: CreateOptions): Promise<CommandOutput> {
  const { email, username, name, role = 'service', accounts = '' } = options
  const password = options.passwordStdin ? await readFirstLine() : options.password
  const accountIds = accounts === 'all' ? [] : accounts.split(',').map((id) => id.trim())
  const { user, link } = await users.create({
    ...(email !== undefined && { email }),
    ...{ username, name, role, password },
    accountScope: accounts === 'all' ? 'all' : 'list',
    accountIds: accountIds.filter(Boolean),
  })
  return {
    json: { ...user, setPasswordLink: link ?? null },
    lines: link ? [`Created ${nameOf(user)}.`, link.url] : [`Created ${nameOf(user)}.`],
    notes: [
      ...(link ? [describeLink(link, user)] : []),
      ...(options.password === undefined ? [] : [passwordAdvice]),
      ...(link || password !== undefined || user.role === 'service' ? [] : [linkAdvice]),
    ],
  }
}

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
