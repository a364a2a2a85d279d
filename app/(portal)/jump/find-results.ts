import { accountHref } from '#app/(portal)/_urls/accounts-url.ts'
import { keyHref, listHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import type { LauncherAccount, ManagedAccount } from '#lib/domain/accounts/accounts/account.ts'
import { accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import { markMatches } from '#lib/domain/accounts/accounts/search-text.ts'
import { type ManagedResults, searchPalette } from '#lib/domain/organization/palette/search-palette.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Preferences } from '#lib/foundation/i18n/preferences.ts'
import { formatterFor, translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Services } from '#lib/foundation/services.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { foldForSearch } from '#lib/kernel/fold-text.ts'
import { accountInitials, initials } from '#lib/kernel/initials.ts'
import { actionsFor, type Destination, pagesFor, searchesFor } from './destinations.ts'
import type { Entry, EntryGroup, JumpResults } from './entry.ts'

const maxDestinations = 5

type Reader = Readonly<{ words: readonly string[]; preferences: Preferences; now: number }>

/** What the command palette shows for a search, or before one, in the reader's language. */
export async function findResults(
  services: Services,
  actor: PortalUser,
  { q, preferences }: Readonly<{ q: string; preferences: Preferences }>,
): Promise<JumpResults> {
  // The rest of a longer search is ignored.
  const query = q.trim().slice(0, maxSearchLength)
  const { locale } = preferences
  const [t, shell] = [translatorFor(locale, 'palette'), translatorFor(locale, 'shell')]
  const found = await searchPalette(services, actor, query)
  const { words, openable } = found
  const reader = { words, preferences, now: services.clock.now() }
  const isSearch = words.length > 0
  const translators = {
    shell,
    palette: t,
    groups: translatorFor(locale, 'accountGroups'),
    settings: translatorFor(locale, 'settings'),
  }
  const accounts = {
    id: isSearch ? 'openable' : 'recent',
    entries: openable.map((one) => toOpenEntry(one, reader)),
  } as const
  const groups = [
    accounts,
    ...(isSearch ? toManagedGroups(found, reader) : []),
    { id: 'pages', entries: matching(pagesFor(actor.role, translators), reader) },
    { id: 'actions', entries: matching(actionsFor(actor.role, translators), reader) },
    ...(isSearch ? [{ id: 'search', entries: searchesFor(actor.role, query, t).map(toUnmarked) } as const] : []),
  ] as const
  const shown = groups.filter(({ entries }) => entries.length > 0)
  const results = shown.filter(({ id }) => id !== 'search').flatMap(({ entries }) => entries)
  return {
    query,
    groups: shown.map(({ id, entries }): EntryGroup => ({ id, title: t(`groups.${id}`), entries })),
    status: t('count', { count: results.length }),
    texts: { open: t('open'), newTab: t('newTab'), shortcuts: shell('shortcuts.title') },
  }
}

function toManagedGroups({ accounts, users, keys }: ManagedResults, reader: Reader) {
  return [
    { id: 'users', entries: users.map((user) => toUserEntry(user, reader)) },
    { id: 'keys', entries: keys.map((key) => toKeyEntry(key, reader)) },
    { id: 'accounts', entries: accounts.map((account) => toManagedEntry(account, reader)) },
  ] as const
}

function toOpenEntry({ openedAt, ...account }: LauncherAccount, reader: Reader): Entry {
  const { preferences, now } = reader
  const { locale, timeZone, openIn } = preferences
  const hint =
    openedAt === null
      ? translatorFor(locale, 'palette')('neverOpened')
      : formatterFor(locale, timeZone).relativeTime(openedAt, now)
  const target = { href: `/launch/${account.id}`, launches: true, opensTab: openIn === 'new-tab' } as const
  return { ...toAccountEntry('open', account, reader), ...target, hint }
}

function toManagedEntry({ suspendedAt, ...account }: ManagedAccount, reader: Reader): Entry {
  const state = suspendedAt !== null && { state: translatorFor(reader.preferences.locale, 'palette')('suspended') }
  return { ...toAccountEntry('manage', account, reader), href: accountHref(account.id), ...state }
}

function toAccountEntry(deed: string, { id, name }: Readonly<{ id: string; name: string }>, { words }: Reader): Entry {
  return {
    id: `${deed}-${id}`,
    mark: { account: accountInitials(name), color: accountColorNumber(id) },
    name: markMatches(name, words),
    fact: markMatches(id, words),
    factIsCode: true,
  }
}

function toUserEntry(user: ManagedResults['users'][number], { words, preferences }: Reader): Entry {
  const t = translatorFor(preferences.locale, 'usersAndAccess')
  const neverSignedIn = isPortalRole(user.role) && user.lastSignInAt === null && 'neverSignedIn'
  const state = user.state === 'deactivated' ? user.state : neverSignedIn
  return {
    id: `user-${user.id}`,
    mark: isPortalRole(user.role) ? { user: initials(user.name) } : { icon: 'serviceUser' },
    name: markMatches(user.name, words),
    fact: markMatches(user.email ?? user.username, words),
    ...(state && { state: t(`users.states.${state}`) }),
    href: listHref({ search: user.username, page: 1 }),
  }
}

const idStart = 9
const idEnd = -4

function toKeyEntry({ id, name, owner, state }: ManagedResults['keys'][number], { words, preferences }: Reader): Entry {
  const t = translatorFor(preferences.locale, 'usersAndAccess')
  return {
    id: `key-${id}`,
    mark: { icon: 'key' },
    name: markMatches(name, words),
    fact: [{ text: `${id.slice(0, idStart)}…${id.slice(idEnd)}`, marked: false }],
    factIsCode: true,
    ...(state === 'active' ? { hint: owner.distinctName } : { state: t(`keys.states.${state}`) }),
    href: keyHref(id),
  }
}

/** The pages or actions in whose name each word begins a word; all without words. */
function matching(destinations: readonly Destination[], { words }: Reader): readonly Entry[] {
  const found = destinations.filter(({ label }) => {
    const starts = foldForSearch(label).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => starts.some((start) => start.startsWith(word)))
  })
  const shown = words.length > 0 ? found.slice(0, maxDestinations) : found
  return shown.map((destination) => ({ ...toUnmarked(destination), name: markMatches(destination.label, words) }))
}

function toUnmarked({ icon, label, ...target }: Destination): Entry {
  const id = 'href' in target ? target.href : target.deed
  return { id: `go-${id}`, mark: { icon }, name: [{ text: label, marked: false }], ...target }
}
