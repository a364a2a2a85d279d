import { forbidden, notFound } from 'next/navigation'
import { ConfirmFormDialog } from '#app/(portal)/_forms/confirm-form-dialog.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { AccountPages } from '#app/(portal)/_lists/account-pages.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { dialogHref, listHref, userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { confirmBeforeChoosingAction } from '#app/(portal)/users-and-access/actions.ts'
import { findUserOfUrl } from '#app/(portal)/users-and-access/find-user-of-url.ts'
import { FilteredSearch } from '#components/filtered-search.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import { listAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { listGroupAccess } from '#lib/domain/people/users/group-access.ts'
import { type ConfirmBy, findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { isManager, mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { accountInitials } from '#lib/kernel/initials.ts'
import { AccountAccessForm } from './_components/account-access-form.tsx'
import { AddByIdForm } from './_components/add-by-id-form.tsx'
import { GroupAccessForm } from './_components/group-access-form.tsx'
import { type AccessListState, accessListHref, readAccessListState } from './list-state.ts'

type Props = PageProps<'/users-and-access/users/[userId]/accounts'>

export const generateMetadata = pageTitle('usersAndAccess', (t) => t('chooseAccounts'))

/** Selects the accounts that a user may open: page by page, by search, or as pasted IDs. */
export default async function AccountsOfUser({ params, searchParams }: Props) {
  const [actor, services, { userId }, query] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
  ])
  const user = await findUserOfUrl(services, actor, userId)
  if (!user) notFound()
  if (!mayManageRole(actor.role, user.role)) forbidden()
  if (isManager(user.role) || user.accountScope === 'all') return <OpensAll userId={userId} name={user.name} />
  const listState = readAccessListState(userId, query)
  const [choices, groups] = await Promise.all([
    listAccountAccess(services, actor, { ...listState, listedOnly: listState.view === 'list' }),
    listGroupAccess(services, actor, userId),
  ])
  // Asks when the page opens rather than in the middle of choosing; saving checks again.
  const opening = listState.query === '' && listState.view === 'all' && listState.after === undefined
  const confirmBy = opening && (await findConfirmBy(services, actor))
  const shown = choices.accounts.map(({ id, name, listed, suspendedAt }) => ({
    id,
    name,
    color: accountColorNumber(id),
    letters: accountInitials(name),
    listed,
    suspended: suspendedAt !== null,
  }))
  return (
    <>
      <Breadcrumbs place="usersAndAccess" />
      <Heading name={user.name} listed={choices.listed} groups={groups.filter(({ given }) => given).length} />
      <ClientMessages namespaces={['usersAndAccess', 'accountGroups']}>
        {groups.length > 0 && <GroupAccessForm userId={userId} groups={groups} />}
        <AccountAccessForm
          user={{ id: userId, name: user.name }}
          personId={actor.userId}
          accounts={shown}
          empty={<NoAccounts name={user.name} listState={listState} />}
          tools={<Filter listState={listState} listed={choices.listed} />}
          foot={
            shown.length > 0 && (
              <AccountPages
                page={choices}
                after={listState.after}
                hrefOf={(after) => accessListHref({ ...listState, after })}
              />
            )
          }
        />
        <AddByIdForm userId={userId} />
        {confirmBy && <ConfirmFirst userId={userId} confirmBy={confirmBy} />}
      </ClientMessages>
    </>
  )
}

async function Heading({ name, listed, groups }: Readonly<{ name: string; listed: number; groups: number }>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <PageHeader
      title={t('accounts.title', { name })}
      action={<LinkButton href={listHref({ search: '', page: 1 }, 'users')}>{t('doneWithAll')}</LinkButton>}
    >
      {t(groups > 0 ? 'accounts.sentenceWithGroups' : 'accounts.sentence', { name, listed, groups })}
    </PageHeader>
  )
}

async function OpensAll({ userId, name }: Readonly<{ userId: string; name: string }>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <>
      <Breadcrumbs place="usersAndAccess" />
      <PageHeader title={t('accounts.title', { name })}>{t('accounts.all', { name })}</PageHeader>
      <LinkButton href={dialogHref({ search: '', page: 1 }, 'edit-user', userId)}>
        {t('editUser.title', { name })}
      </LinkButton>
    </>
  )
}

async function NoAccounts({ name, listState }: Readonly<{ name: string; listState: AccessListState }>) {
  const t = await portalTranslator('usersAndAccess')
  const all = (
    <LinkButton href={accessListHref({ ...listState, query: '', view: 'all', after: undefined })}>
      {t('accounts.showAll')}
    </LinkButton>
  )
  if (listState.query !== '')
    return <EmptyState noun="account" title={t('accounts.nothing', { search: listState.query })} action={all} />
  return (
    <EmptyState noun="account" title={t('accounts.nothingListed')} action={listState.view === 'list' && all}>
      {t('accounts.nothingListedHint', { name })}
    </EmptyState>
  )
}

/** Asks for a confirmation before accounts are chosen, then returns to the page. */
async function ConfirmFirst({ userId, confirmBy }: Readonly<{ userId: string; confirmBy: ConfirmBy }>) {
  const t = await portalTranslator('errors')
  return (
    <ConfirmFormDialog
      action={confirmBeforeChoosingAction}
      fields={{ userId }}
      confirmBy={confirmBy}
      closeHref={listHref({ search: '', page: 1 }, 'users')}
      title={t('confirm.title')}
      submitLabel={t('confirm.submit')}
    />
  )
}

async function Filter({ listState, listed }: Readonly<{ listState: AccessListState; listed: number }>) {
  const t = await portalTranslator('usersAndAccess')
  const { userId, query, view } = listState
  const views = [
    { name: 'all', label: t('accounts.viewAll') },
    { name: 'list', label: t('accounts.viewListed', { count: listed }) },
  ] as const
  return (
    <FilteredSearch
      path={userAccountsHref(userId)}
      query={query}
      label={t('accounts.search')}
      also={view === 'all' ? {} : { view }}
      viewsLabel={t('accounts.views')}
      views={views.map(({ name, label }) => ({
        href: accessListHref({ ...listState, view: name, after: undefined }),
        label,
        current: name === view,
      }))}
    />
  )
}
