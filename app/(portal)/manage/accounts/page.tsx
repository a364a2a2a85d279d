import { accountStateFilters } from '#lib/accounts/account.ts'
import { type AccountList, listAccounts } from '#lib/accounts/manage-accounts.ts'
import { getServices } from '#lib/services.ts'
import { LiveSearch } from '../../../../components/live-search.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { Notice } from '../../../../components/ui/notice.tsx'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { Pagination } from '../../../../components/ui/pagination.tsx'
import { SegmentLinks } from '../../../../components/ui/segment-links.tsx'
import { ShownCount } from '../../_accounts/shown-count.tsx'
import { pageTitle, portalTranslator } from '../../_preferences/preferences.ts'
import { requireManagerPage } from '../../_session/user.ts'
import { AccountsTable } from './_components/accounts-table.tsx'
import { OpenDialog } from './_components/open-dialog.tsx'
import { dialogHref, importPath, type ListState, listHref, listPath, readAdded, readListState } from './list-state.ts'
import styles from './page.module.css'

export const generateMetadata = pageTitle('accounts', (t) => t('title'))

/** The accounts list, for owners and admins. */
export default async function ManageAccountsPage({ searchParams }: PageProps<'/manage/accounts'>) {
  const actor = await requireManagerPage()
  const [services, t, query] = await Promise.all([getServices(), portalTranslator('accounts'), searchParams])
  const listState = readListState(query)
  const list = await listAccounts(services, actor, listState)
  return (
    <>
      <PageHeader
        title={t('title')}
        action={
          <>
            <LinkButton href={importPath}>{t('import')}</LinkButton>
            <LinkButton href={dialogHref(listState, 'add')} variant="primary" inPlace>
              {t('add')}
            </LinkButton>
          </>
        }
      >
        {t('sentence')}
      </PageHeader>
      {list.any && <ListTools listState={listState} />}
      {list.accounts.length > 0 ? (
        <Accounts list={list} listState={listState} addedId={readAdded(query)} />
      ) : (
        <NoAccounts any={list.any} query={listState.query} />
      )}
      <OpenDialog actor={actor} query={query} listState={listState} />
    </>
  )
}

/** The search, and links to all, active or suspended accounts. */
async function ListTools({ listState: { query, state } }: Readonly<{ listState: ListState }>) {
  const t = await portalTranslator('accounts')
  const links = accountStateFilters.map((filter) => ({
    href: listHref({ query, state: filter }),
    label: t(`states.${filter}`),
    current: filter === state,
  }))
  return (
    <div className={styles.tools}>
      <LiveSearch
        path={listPath}
        query={query}
        label={t('searchLabel')}
        {...(state !== 'all' && { also: { state } })}
      />
      <SegmentLinks label={t('filter')} links={links} />
    </div>
  )
}

type AccountsProps = Readonly<{ list: AccountList; listState: ListState; addedId: string }>

/** One page of accounts, with a notice about the one just added and links to the next and the first page. */
async function Accounts({ list, listState, addedId }: AccountsProps) {
  const t = await portalTranslator('accounts')
  const added = list.accounts.find(({ id }) => id === addedId)
  const { after } = listState
  const next = list.next === null ? undefined : listHref({ ...listState, after: list.next })
  return (
    <>
      {added && (
        <div className={styles.added}>
          <Notice tone="success">{t('added', { name: added.name })}</Notice>
        </div>
      )}
      <AccountsTable accounts={list.accounts} listState={listState} addedId={added?.id} />
      <Pagination
        label={t('pages')}
        previous={{ label: t('firstPage'), href: after && listHref({ ...listState, after: undefined }) }}
        next={{ label: t('nextPage'), href: next }}
      >
        <ShownCount page={list} after={after} />
      </Pagination>
    </>
  )
}

/** Suggests another search, or how to add accounts. */
async function NoAccounts({ any, query }: Readonly<{ any: boolean; query: string }>) {
  const t = await portalTranslator('accounts')
  if (!any) return <EmptyState title={t('none.title')}>{t('none.why')}</EmptyState>
  const title = query === '' ? t('nothing.titleWithoutQuery') : t('nothing.title', { query })
  return (
    <EmptyState title={title} action={<LinkButton href={listPath}>{t('nothing.clear')}</LinkButton>}>
      {query !== '' && t('nothing.why')}
    </EmptyState>
  )
}
