import { type Command, Option } from 'commander'
import { countOf } from '#lib/diagnostics/check-result.ts'
import type { PasswordLink } from '#lib/password-links/password-link.ts'
import { createSetPasswordLink } from '#lib/password-links/set-password-link.ts'
import { signOutAllUsers, signOutUser } from '#lib/portal-sessions/manage-sessions.ts'
import { type PortalRole, portalRoles } from '#lib/roles.ts'
import { deactivateUser, inviteUser, reactivateUser } from '#lib/user-lifecycle/change-user.ts'
import { resetFactors } from '#lib/user-lifecycle/reset-factors.ts'
import { getUserByName, listUsers } from '#lib/users/find-users.ts'
import type { User, UserSummary } from '#lib/users/user.ts'
import { addLeaverVerbs } from './leaver-commands.ts'
import { type CommandOutput, formatInstant, formatTable, type OutputOptions, printOutput } from './output.ts'
import { addVerb, type CommandContext, readFirstLine, withServices } from './run.ts'

type CreateOptions = OutputOptions &
  Readonly<{
    email?: string
    username: string
    name: string
    role?: PortalRole
    service?: true
    password?: string
    passwordStdin?: true
    accounts?: string
  }>

type EndSessionsOptions = OutputOptions & Readonly<{ all?: true }>

const usersPerRead = 500

export function addUserCommands(program: Command): void {
  const noun = program.command('user').description('Portal users, and service users that own API keys.')
  addCreate(noun)
  addVerb(noun, 'list', async (context) => {
    const users = await readAllUsers(context)
    return { json: { users }, lines: formatUsers(users) }
  }).description('List all users by name.')
  addVerb(noun, 'deactivate <email>', async ({ services, actor }, email: string) => {
    const user = await deactivateUser(services, actor, (await getUserByName(services, actor, email)).id)
    return { json: user, lines: [`Deactivated ${nameOf(user)}.`] }
  }).description("End a user's sessions and refuse their keys, immediately.")
  addVerb(noun, 'reactivate <email>', async ({ services, actor }, email: string) => {
    const user = await reactivateUser(services, actor, (await getUserByName(services, actor, email)).id)
    return { json: user, lines: [`Reactivated ${nameOf(user)}.`] }
  }).description('Reactivate a deactivated user.')
  addVerb(noun, 'end-sessions [email]')
    .description('End the portal sessions of a user, and the accounts opened from them.')
    .option('--all', 'of all users')
    .action(async (email: string | undefined, options: EndSessionsOptions, command: Command) => {
      if ((email === undefined) === !options.all) command.error("error: specify either an email address or '--all'")
      printOutput(await withServices((context) => endSessions(context, email)), options)
    })
  addVerb(noun, 'set-password-link <email>', async ({ services, actor }, email: string) => {
    const user = await getUserByName(services, actor, email)
    const link = await createSetPasswordLink(services, actor, user.id)
    return { json: link, lines: [link.url], notes: [describeLink(link, user)] }
  }).description('Print a link with which a user sets their password, once.')
  addVerb(noun, 'reset-factors <email>', async ({ services, actor }, email: string) => {
    const user = await resetFactors(services, actor, (await getUserByName(services, actor, email)).id)
    return { json: user, lines: [`Reset the second factor of ${nameOf(user)}.`] }
  }).description("Remove a user's passkeys, authenticator app and recovery codes, and end their sessions.")
  addLeaverVerbs(noun)
}

function addCreate(noun: Command): void {
  addVerb(noun, 'create')
    .description('Create a portal user or a service user. Without a password, print a link to set one.')
    .option('--email <address>', 'email address; optional for a service user')
    .requiredOption('--username <name>', 'username: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'display name')
    .addOption(new Option('--role <role>', 'role of a portal user').choices(portalRoles))
    .addOption(new Option('--service', "a service user, who can't sign in and owns API keys").conflicts('role'))
    .addOption(new Option('--password <password>', 'visible to other users of this machine').conflicts('passwordStdin'))
    .option('--password-stdin', 'read the password from standard input')
    .option('--accounts <all|A,B>', 'accounts that an agent or service user can open (default: none)')
    .action(async (options: CreateOptions, command: Command) => {
      if (!options.role && !options.service) command.error("error: specify either '--role <role>' or '--service'")
      const password = options.passwordStdin ? await readFirstLine() : options.password
      printOutput(await withServices((context) => create(context, options, password)), options)
    })
}

async function create(
  { services, actor }: CommandContext,
  options: CreateOptions,
  password: string | undefined,
): Promise<CommandOutput> {
  const { email, username, name, role = 'service', accounts = '' } = options
  const accountIds = accounts === 'all' ? [] : accounts.split(',').map((id) => id.trim())
  const { user, link } = await inviteUser(services, actor, {
    ...(email !== undefined && { email }),
    ...{ username, name, role, password },
    accountScope: accounts === 'all' ? 'all' : 'list',
    accountIds: accountIds.filter(Boolean),
  })
  const advice = 'Other users of this machine can see the password in the process list. Use --password-stdin instead.'
  return {
    json: { ...user, setPasswordLink: link ?? null },
    lines: link ? [`Created ${nameOf(user)}.`, link.url] : [`Created ${nameOf(user)}.`],
    notes: [...(link ? [describeLink(link, user)] : []), ...(options.password === undefined ? [] : [advice])],
  }
}

async function endSessions({ services, actor }: CommandContext, email: string | undefined): Promise<CommandOutput> {
  if (email === undefined) {
    const { users, sessions } = await signOutAllUsers(services, actor)
    return { json: { users, sessions }, lines: [`Ended ${countOf(sessions, 'session')} of ${countOf(users, 'user')}.`] }
  }
  const user = await getUserByName(services, actor, email)
  const sessions = await signOutUser(services, actor, user.id)
  return { json: { userId: user.id, sessions }, lines: [`Ended ${countOf(sessions, 'session')} of ${nameOf(user)}.`] }
}

function describeLink({ expiresAt }: PasswordLink, { name }: Pick<User, 'name'>): string {
  return `Send this link only to ${name}. It sets the password once and expires at ${formatInstant(expiresAt)} UTC.`
}

function nameOf({ name, username, role }: User): string {
  return `${name} (${username}, ${role})`
}

async function readAllUsers({ services, actor }: CommandContext): Promise<readonly UserSummary[]> {
  const users: UserSummary[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await listUsers(services, actor, { page, perPage: usersPerRead })
    users.push(...found.users)
    pages = found.pages
  }
  return users
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
