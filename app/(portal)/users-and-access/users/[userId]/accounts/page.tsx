import { forbidden, notFound } from 'next/navigation'
import { isManager, mayManageRole, needsConfirmation } from '#lib/permissions.ts'
import { getServices } from '#lib/services.ts'
import { type AccountAccessPage, listAccountAccess } from '#lib/users/account-access.ts'
import { EmptyState } from '../../../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../../../components/ui/link-button.tsx'
import { PageHeader } from '../../../../../../components/ui/page-header.tsx'
import { Pagination } from '../../../../../../components/ui/pagination.tsx'
import { ShownCount } from '../../../../_accounts/shown-count.tsx'
import { ClientMessages } from '../../../../_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '../../../../_preferences/preferences.ts'
import { requireManagerPage } from '../../../../_session/user.ts'
import { ConfirmFormDialog } from '../../../_components/confirm-form-dialog.tsx'
import { confirmBeforeChoosingAction } from '../../../actions.ts'
import { findUserOfUrl } from '../../../find-user-of-url.ts'
import { dialogHref, listHref } from '../../../list-state.ts'
import { AccountAccessFilter } from './_components/account-access-filter.tsx'
import { AccountAccessForm } from './_components/account-access-form.tsx'
import { AddByIdForm } from './_components/add-by-id-form.tsx'
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
  const choices = await listAccountAccess(services, actor, { ...listState, listedOnly: listState.view === 'list' })
  // Asks when the page opens rather than in the middle of choosing; saving checks again.
  const opening = listState.query === '' && listState.view === 'all' && listState.after === undefined
  const askPassword = opening && needsConfirmation(actor, services.clock.now())
  const shown = choices.accounts.map(({ id, name, listed, suspendedAt }) => {
    return { id, name, listed, suspended: suspendedAt !== null }
  })
  return (
    <>
      <Heading name={user.name} listed={choices.listed} />
      <AccountAccessFilter listState={listState} choices={choices} />
      <ClientMessages namespaces={['usersAndAccess']}>
        <AccountAccessForm
          user={{ id: userId, name: user.name }}
          personId={actor.userId}
          accounts={shown}
          empty={<NoAccounts name={user.name} listState={listState} />}
        />
        <AccountAccessPages choices={choices} listState={listState} />
        <AddByIdForm userId={userId} />
        {askPassword && <ConfirmFirst userId={userId} />}
      </ClientMessages>
    </>
  )
}

async function Heading({ name, listed }: Readonly<{ name: string; listed: number }>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <PageHeader
      title={t('accounts.title', { name })}
      action={<LinkButton href={listHref({ search: '', page: 1 }, 'users')}>{t('doneWithAll')}</LinkButton>}
    >
      {t('accounts.sentence', { name, listed })}
    </PageHeader>
  )
}

async function OpensAll({ userId, name }: Readonly<{ userId: string; name: string }>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <>
      <PageHeader title={t('accounts.title', { name })}>{t('accounts.all', { name })}</PageHeader>
      <LinkButton href={dialogHref({ search: '', page: 1 }, 'edit-user', userId)}>
        {t('editUser.title', { name })}
      </LinkButton>
    </>
  )
}

/** Empty state: explains why there are no accounts and links to where there are. */
async function NoAccounts({ name, listState }: Readonly<{ name: string; listState: AccessListState }>) {
  const t = await portalTranslator('usersAndAccess')
  const all = (
    <LinkButton href={accessListHref({ ...listState, query: '', view: 'all', after: undefined })}>
      {t('accounts.showAll')}
    </LinkButton>
  )
  if (listState.query !== '')
    return <EmptyState title={t('accounts.nothing', { search: listState.query })} action={all} />
  return (
    <EmptyState title={t('accounts.nothingListed')} action={listState.view === 'list' && all}>
      {t('accounts.nothingListedHint', { name })}
    </EmptyState>
  )
}

/** Asks for the password before accounts are chosen, then returns to the page. */
async function ConfirmFirst({ userId }: Readonly<{ userId: string }>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <ConfirmFormDialog
      action={confirmBeforeChoosingAction}
      fields={{ userId }}
      askPassword
      closeHref={listHref({ search: '', page: 1 }, 'users')}
      title={t('confirm.title')}
      submitLabel={t('confirm.submit')}
    />
  )
}

type PagesProps = Readonly<{ listState: AccessListState; choices: AccountAccessPage }>

/** How many accounts are shown, with links to the next and the first page. */
async function AccountAccessPages({ listState, choices }: PagesProps) {
  const t = await portalTranslator('usersAndAccess')
  const { accounts, next } = choices
  if (accounts.length === 0) return null
  return (
    <Pagination
      label={t('accounts.pages')}
      previous={{
        label: t('accounts.first'),
        href: listState.after && accessListHref({ ...listState, after: undefined }),
      }}
      next={{
        label: t('accounts.next'),
        href: next === null ? undefined : accessListHref({ ...listState, after: next }),
      }}
    >
      <ShownCount page={choices} after={listState.after} />
    </Pagination>
  )
}
