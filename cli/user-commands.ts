import type { Command } from 'commander'
import type { PasswordLink } from '#lib/domain/people/password-links/password-link.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'
import type { UserText } from '#lib/domain/people/users/limits.ts'
import { toUserSearchText } from '#lib/domain/people/users/search-text.ts'
import { opensAllAccounts, type User } from '#lib/domain/people/users/user.ts'
import { isPortalRole, type PortalRole, portalRoles, type Role, roles } from '#lib/foundation/authorization/roles.ts'
import type { RequestOf } from '#lib/web/management-api/client.ts'
import { findUser } from './find.ts'
import { changedTexts, choice, flag, newTexts, option, required, textColumns } from './options.ts'
import { formatInstant, inOrder, listOutput } from './output.ts'
import { readFirstLine } from './standard-input.ts'
import { noRemoteForm } from './usage-error.ts'
import { type Site, type Verbs, verbsOf } from './verb.ts'

export function addUserCommands(program: Command): void {
  const verb = verbsOf(program.command('user').description('Portal users, and service users that own API keys.'))
  addCreate(verb)
  addChange(verb)
  verb('list', 'List all users by name.').onSite(async ({ api }) =>
    listOutput('users', inOrder((await api.list('listUsers', {})).map(withoutActive), toUserSearchText), [
      ['NAME', ({ name }) => name],
      ['USERNAME', ({ username }) => username],
      ['EMAIL', ({ email }) => email ?? '–'],
      ...textColumns(userFields),
      ['ROLE', ({ role }) => role],
      ['ACCOUNTS', ({ accountScope, listedAccounts }) => (accountScope === 'all' ? 'all' : String(listedAccounts))],
      ['STATE', ({ state }) => state],
      ['LAST SIGN-IN (UTC)', ({ lastSignInAt }) => formatInstant(lastSignInAt)],
    ]),
  )
  const setActive = (active: boolean) => async (site: Site, email: string) => {
    const { accountIds, accountGroupIds, ...user } = await patchUser(site, email, { active })
    return { json: user, lines: [`${active ? 'Reactivated' : 'Deactivated'} ${nameOf(user)}.`] }
  }
  verb('deactivate <email>', "End a user's sessions and refuse their keys, immediately.").onSite(setActive(false))
  verb('reactivate <email>', 'Reactivate a deactivated user.').onSite(setActive(true))
}

function addCreate(verb: Verbs): void {
  const roleHelp = 'role of a portal user; with --service, admin for keys as those of an admin'
  verb('create', 'Create a portal user or a service user. Without a password, print a link to set one.', {
    email: option('--email <address>', 'email address; optional for a service user'),
    username: required(option('--username <name>', 'username: letters, digits, ".", "_" and "-"')),
    name: required(option('--name <name>', 'display name')),
    role: choice('--role <role>', roleHelp, portalRoles),
    service: flag('--service', "a service user, who can't sign in and owns API keys"),
    password: option('--password <password>', 'visible to other users of this machine').conflicts('passwordStdin'),
    passwordStdin: flag('--password-stdin', 'read the password from standard input'),
    accounts: option('--accounts <all|A,B>', 'accounts that an agent or service user can open (default: none)'),
    ...newTexts(userFields),
  })
    .refuses(({ role, service }) => {
      if (!role && !service) return "specify '--role <role>' or '--service'"
      return service && role && role !== 'admin' ? "the only '--role' of a '--service' user is 'admin'" : undefined
    })
    // The first owner may be created before the server has ever started.
    .onSite(async (site, { role, service, passwordStdin, accounts = '', password: visible, ...names }) => {
      const password = passwordStdin ? await readFirstLine() : visible
      const { user, link } = await createUser(site, {
        ...names,
        role: toRole(role, service),
        accountIds: [],
        ...toAccountAccess(accounts),
        password,
      })
      return {
        json: { ...user, setPasswordLink: link ?? null },
        lines: link ? [`Created ${nameOf(user)}.`, link.url] : [`Created ${nameOf(user)}.`],
        notes: [
          ...(link ? [describeLink(link, user)] : []),
          ...(visible === undefined ? [] : [passwordAdvice]),
          ...(link || password !== undefined || !isPortalRole(user.role) ? [] : [linkAdvice]),
        ],
      }
    }, true)
}

function toRole(role: PortalRole | undefined, isService: true | undefined): Role {
  if (role && !isService) return role
  return role === undefined ? 'service' : 'service_admin'
}

type NewUser = AccountAccess &
  Readonly<{ email?: string; username: string; name: string; role: Role; password: string | undefined }> &
  Readonly<Partial<Record<UserText, string | null>>>

type Created = Readonly<{ user: User; link?: PasswordLink | undefined }>

/** Only the operator gives a password, or a link to set one. */
async function createUser({ api, here }: Site, { password, ...body }: NewUser): Promise<Created> {
  if (here) {
    const { inviteUser } = await import('#lib/domain/people/user-lifecycle/change-user.ts')
    return inviteUser(here.services, here.actor, { ...body, ...userFields.toEntered(body), password })
  }
  if (password !== undefined) throw noRemoteForm('user create --password')
  const { active, accountIds, accountGroupIds, ...user } = await api.call('createUser', { body })
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

function addChange(verb: Verbs): void {
  verb('change <email>', 'Change a user. What is not given stays.', {
    name: option('--name <name>', 'display name'),
    role: choice('--role <role>', 'role; a service user can only have a service role', roles),
    access: option(
      '--accounts <all|A,B>',
      'accounts that the user can open, in place of the present list; empty: none',
      toAccountAccess,
    ),
    accountGroupIds: option(
      '--groups <A,B>',
      'IDs of the account groups, in place of the present ones; empty: none',
      toList,
    ),
    ...changedTexts(userFields),
  })
    .needsOption('what to change')
    .onSite(async (site, email, { access, ...given }) => {
      const user = await patchUser(site, email, { ...given, ...access })
      const givesList = access?.accountScope === 'list' || given.accountGroupIds !== undefined
      const notes = givesList && opensAllAccounts(user) ? [opensAll] : []
      return { json: user, lines: [`Changed ${nameOf(user)}.`], notes }
    })
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
