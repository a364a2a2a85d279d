import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { createSetPasswordLink } from '#lib/password-links/create-set-password-link.ts'
import type { PasswordLink } from '#lib/password-links/password-link.ts'
import { type PortalRole, portalRoles } from '#lib/roles.ts'
import { deactivateUser } from '#lib/user-lifecycle/deactivate-user.ts'
import { reactivateUser } from '#lib/user-lifecycle/reactivate-user.ts'
import { createUser } from '#lib/users/create-user.ts'
import { getUserByName } from '#lib/users/get-user.ts'
import { listUsers } from '#lib/users/list-users.ts'
import type { User, UserSummary } from '#lib/users/user.ts'
import { type Answer, formatInstant, formatTable, type OutputOptions } from './output.ts'
import { type CommandContext, run } from './run.ts'
import { addVerb } from './verb.ts'

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

export function addUserCommands(program: Command): void {
  const noun = program.command('user').description('People, and service users that own API keys.')
  addCreate(noun)
  addVerb(noun, 'list', 'List all users by name.').action((options: OutputOptions) =>
    run(options, async (context) => {
      const users = await readAllUsers(context)
      return { json: { users }, lines: formatUsers(users) }
    }),
  )
  addVerb(noun, 'deactivate <email>', 'Sign somebody out everywhere and refuse their keys, at once.').action(
    (email: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        const user = await deactivateUser(services, actor, (await getUserByName(services, actor, email)).id)
        return { json: user, lines: [`Deactivated ${nameOf(user)}.`] }
      }),
  )
  addVerb(noun, 'reactivate <email>', 'Let a deactivated user in again.').action(
    (email: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        const user = await reactivateUser(services, actor, (await getUserByName(services, actor, email)).id)
        return { json: user, lines: [`Reactivated ${nameOf(user)}.`] }
      }),
  )
  addVerb(noun, 'set-password-link <email>', 'Print a link by which somebody sets their password, once.').action(
    (email: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        const user = await getUserByName(services, actor, email)
        const link = await createSetPasswordLink(services, actor, user.id)
        return { json: link, lines: [link.url], notes: [describeLink(link, user)] }
      }),
  )
}

function addCreate(noun: Command): void {
  addVerb(noun, 'create', 'Create a person, or a service user. Without a password it prints a link to set one.')
    .option('--email <address>', 'e-mail address; only a service user may go without')
    .requiredOption('--username <name>', 'user name: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'the name that others see')
    .addOption(new Option('--role <role>', 'what the person may do').choices(portalRoles))
    .addOption(new Option('--service', 'a service user: cannot sign in, owns API keys').conflicts('role'))
    .addOption(new Option('--password <password>', 'visible to others on this machine').conflicts('passwordStdin'))
    .option('--password-stdin', 'read the password from standard input')
    .option('--accounts <all|A,B>', 'the accounts an agent or a service user may open (default: none)')
    .action(async (options: CreateOptions, command: Command) => {
      if (!options.role && !options.service) command.error("error: give either '--role <role>' or '--service'")
      const password = options.passwordStdin ? firstLine(await text(process.stdin)) : options.password
      await run(options, (context) => create(context, options, password))
    })
}

async function create({ services, actor }: CommandContext, options: CreateOptions, password?: string): Promise<Answer> {
  const { email, username, name, role = 'service', accounts = '' } = options
  const user = await createUser(services, actor, {
    ...(email !== undefined && { email }),
    ...{ username, name, role },
    accountScope: accounts === 'all' ? 'all' : 'list',
    accountIds:
      accounts === 'all'
        ? []
        : accounts
            .split(',')
            .map((id) => id.trim())
            .filter(Boolean),
    password,
  })
  const needsLink = password === undefined && role !== 'service'
  const link = needsLink ? await createSetPasswordLink(services, actor, user.id) : undefined
  const advice = 'Others on this machine can see a password on a command line: use --password-stdin next time.'
  return {
    json: { ...user, setPasswordLink: link ?? null },
    lines: link ? [`Created ${nameOf(user)}.`, link.url] : [`Created ${nameOf(user)}.`],
    notes: [...(link ? [describeLink(link, user)] : []), ...(options.password === undefined ? [] : [advice])],
  }
}

function describeLink({ expiresAt }: PasswordLink, { name }: Pick<User, 'name'>): string {
  return `Give this link to ${name} alone: it sets the password once, until ${formatInstant(expiresAt)} UTC.`
}

function nameOf({ name, username, role }: User): string {
  return `${name} (${username}, ${role})`
}

function firstLine(input: string): string {
  return input.split(/\r?\n/, 1)[0] ?? ''
}

async function readAllUsers({ services, actor }: CommandContext): Promise<readonly UserSummary[]> {
  const users: UserSummary[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await listUsers(services, actor, { page, perPage: 500 })
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
  return formatTable(['NAME', 'USER NAME', 'E-MAIL', 'ROLE', 'ACCOUNTS', 'STATE', 'LAST SIGN-IN (UTC)'], rows)
}
