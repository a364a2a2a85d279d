import { redirect } from 'next/navigation'
import { pageTitle, portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import {
  allCurrentKeys,
  listHref,
  readListState,
  readOpenDialog,
  userParameters,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { FocusReturn } from '#components/focus-return.tsx'
import { searchApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { listReturnAddresses } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { countPendingAccessRequests } from '#lib/domain/people/access-requests/decide-access-request.ts'
import { listWaitingNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import { findUsersToAttend, listUsers } from '#lib/domain/people/users/find-users.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { ApiKeysSection } from './_components/api-keys-section.tsx'
import { OpenAccessDialog } from './_components/open-dialog.tsx'
import { ReturnAddressesSection } from './_components/return-addresses-section.tsx'
import { SectionIndex } from './_components/section-index.tsx'
import styles from './_components/users-and-access.module.css'
import { UsersSection } from './_components/users-section.tsx'
import { WaitingNames } from './_components/waiting-names.tsx'

/** The rows of users: the page of all users lists the others. */
const maxUsers = 5

export const generateMetadata = pageTitle('usersAndAccess', (t) => t('title'))

/** Users, return addresses and API keys, for owners and admins. */
export default async function UsersAndAccess({ searchParams }: PageProps<'/users-and-access'>) {
  const [actor, query, services] = await Promise.all([requireManagerPage(), searchParams, getServices()])
  const listState = readListState(query)
  // Pages of the list have their own page.
  if (listState.page > 1) redirect(listHref({ ...listState, all: true }))
  const isListed = Object.keys(userParameters(listState)).length > 0
  const [t, format, users, addresses, keys, pendingRequests, waiting] = await Promise.all([
    portalTranslator('usersAndAccess'),
    portalFormatter(),
    isListed
      ? listUsers(services, actor, { ...listState, filter: listState.users, perPage: maxUsers })
      : findUsersToAttend(services, actor, maxUsers),
    listReturnAddresses(services, actor),
    searchApiKeys(services, actor, listState.keys ?? allCurrentKeys),
    countPendingAccessRequests(services, actor),
    listWaitingNames(services, actor),
  ])
  const dialog = readOpenDialog(query)
  const context = dialog && {
    ...dialog,
    services,
    actor,
    listState,
    closeHref: listHref(listState, dialog.section),
    confirmBy: await findConfirmBy(services, actor),
  }
  const entries = [
    { id: 'users', title: t('users.title'), count: format.number(users.total) },
    { id: 'return-addresses', title: t('returnAddresses.title'), count: format.number(addresses.length) },
    { id: 'api-keys', title: t('keys.title'), count: format.number(keys.all) },
  ] as const
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <SectionIndex label={t('sections')} entries={entries} />
      {waiting.length > 0 && <WaitingNames users={waiting} />}
      <div className={styles.sections}>
        <UsersSection actor={actor} list={users} listState={listState} pendingRequests={pendingRequests} />
        <ReturnAddressesSection addresses={addresses} listState={listState} />
        <ApiKeysSection list={keys} listState={listState} />
      </div>
      <FocusReturn section={dialog?.section} />
      {context && <OpenAccessDialog context={context} addresses={addresses} />}
    </div>
  )
}
