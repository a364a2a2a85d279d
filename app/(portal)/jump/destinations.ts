import { ownRequestsPath } from '#app/(portal)/_urls/access-requests-url.ts'
import {
  manageAccountsDialogHref as accountDialogHref,
  importPath,
  manageAccountsHref as managedHref,
  readAccountsState,
} from '#app/(portal)/_urls/accounts-url.ts'
import { adminPlaces } from '#app/(portal)/_urls/admin-places.ts'
import { addGroupHref, groupsPath } from '#app/(portal)/_urls/groups-url.ts'
import { leakDeskPath } from '#app/(portal)/_urls/leak-desk-url.ts'
import { toHref } from '#app/(portal)/_urls/list-url.ts'
import { provisioningPath } from '#app/(portal)/_urls/provisioning-url.ts'
import { noticesPath, settingsPath, signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import {
  allCurrentKeys,
  dialogHref,
  listHref,
  listPath,
  requestsPath,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { webhooksPath } from '#app/(portal)/_urls/webhooks-url.ts'
import { whyPath } from '#app/(portal)/_urls/why-url.ts'
import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import type { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { EntryDeed, EntryIcon } from './entry.ts'

export type Destination = Readonly<{ icon: EntryIcon; label: string } & ({ href: string } | { deed: EntryDeed })>

type Words = Readonly<{
  shell: ReturnType<typeof translatorFor<'shell'>>
  palette: ReturnType<typeof translatorFor<'palette'>>
  groups: ReturnType<typeof translatorFor<'accountGroups'>>
  settings: ReturnType<typeof translatorFor<'settings'>>
}>

/** In the order of their own navigation. */
const settingsPages = [
  ['organization', 'organization', settingsPath],
  ['security', 'signIn', signInSettingsPath],
  ['user', 'provisioning', provisioningPath],
  ['webhook', 'webhooks', webhooksPath],
  ['mail', 'notices', noticesPath],
] as const

const users = { search: '', page: 1 } as const

/** The pages that a user of this role may see. */
export function pagesFor(role: PortalRole, { shell, palette, groups, settings }: Words): readonly Destination[] {
  const own: readonly Destination[] = [{ icon: 'security', label: shell('yourAccount'), href: yourAccountPath }]
  const launcher: Destination = { icon: 'account', label: shell('accounts'), href: '/' }
  if (!isManager(role)) {
    return [launcher, { icon: 'access', label: shell('accessRequests'), href: ownRequestsPath }, ...own]
  }
  return [
    launcher,
    { icon: 'overview', label: shell('overview'), href: adminPlaces.overview },
    { icon: 'user', label: shell('usersAndAccess'), href: listPath },
    { icon: 'returnAddress', label: palette('pages.returnAddresses'), href: `${listPath}#return-addresses` },
    { icon: 'key', label: palette('pages.apiKeys'), href: `${listPath}#api-keys` },
    { icon: 'access', label: shell('accessRequests'), href: requestsPath },
    { icon: 'account', label: shell('manageAccounts'), href: adminPlaces.manageAccounts },
    { icon: 'group', label: groups('title'), href: groupsPath },
    { icon: 'event', label: shell('activity'), href: adminPlaces.activity },
    { icon: 'event', label: palette('pages.why'), href: whyPath },
    { icon: 'security', label: palette('pages.leakDesk'), href: leakDeskPath },
    ...settingsPages.map(([icon, name, href]) => {
      return { icon, label: `${settings('title')} › ${settings(name)}`, href } as const
    }),
    ...own,
  ]
}

/** What a user of this role may do. Each page and action authorizes itself as well. */
export function actionsFor(role: PortalRole, { shell, palette, groups }: Words): readonly Destination[] {
  const forAll: readonly Destination[] = [
    ...(['light', 'dark', 'system'] as const).map((theme) => {
      return { icon: 'theme', label: palette(`actions.theme.${theme}`), deed: `theme.${theme}` } as const
    }),
    { icon: 'signOut', label: shell('signOut'), deed: 'signOut' },
  ]
  if (!isManager(role)) {
    const request = { icon: 'add', label: palette('actions.requestAccess'), href: ownRequestsPath } as const
    return [request, ...forAll]
  }
  return [
    { icon: 'add', label: palette('actions.generateKey'), href: dialogHref(users, 'generate-key') },
    { icon: 'add', label: palette('actions.addUser'), href: dialogHref(users, 'add-user') },
    { icon: 'add', label: palette('actions.addReturnAddress'), href: dialogHref(users, 'add-return-address') },
    { icon: 'add', label: palette('actions.addAccount'), href: accountDialogHref(readAccountsState({}), 'add') },
    { icon: 'import', label: palette('actions.importAccounts'), href: importPath },
    { icon: 'add', label: groups('add'), href: addGroupHref },
    ...forAll,
  ]
}

/** The lists that show everything a search finds. */
export function searchesFor(role: PortalRole, query: string, palette: Words['palette']): readonly Destination[] {
  const open = {
    icon: 'search',
    label: palette('search.accounts', { query }),
    href: toHref('/', { q: query }),
  } as const
  if (!isManager(role)) return [open]
  const keys = { ...allCurrentKeys, search: query }
  return [
    open,
    { icon: 'search', label: palette('search.managed', { query }), href: managedHref({ query }) },
    { icon: 'search', label: palette('search.users', { query }), href: listHref({ ...users, search: query }) },
    { icon: 'search', label: palette('search.keys', { query }), href: listHref({ ...users, keys }, 'api-keys') },
  ]
}
