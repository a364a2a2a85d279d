import { IconPlus, IconUpload } from '@tabler/icons-react'
import { AccountPages } from '#app/(portal)/_lists/account-pages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import {
  importPath,
  type ListState,
  listPath,
  manageAccountsDialogHref,
  manageAccountsHref,
  readAccountsState,
  toListParameters,
} from '#app/(portal)/_urls/accounts-url.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { LiveSearch } from '#components/live-search.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { GroupsOfAccount } from '#lib/domain/accounts/account-groups/account-group.ts'
import { readGroupsOfAccounts } from '#lib/domain/accounts/account-groups/group-page.ts'
import { type GroupChoice, listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { type AccountList, listAccountLocales, listAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AccountFilters } from './_components/account-filters.tsx'
import { AccountsBulk } from './_components/accounts-bulk.tsx'
import { AccountsTable } from './_components/accounts-table.tsx'
import { ManageTabs } from './_components/manage-tabs.tsx'
import { OpenAccountDialog } from './_components/open-dialog.tsx'
import styles from './page.module.css'

export const generateMetadata = pageTitle('accounts', (t) => t('title'))

export default async function ManageAccountsPage({ searchParams }: PageProps<'/manage/accounts'>) {
  const actor = await requireManagerPage()
  const [services, t, query] = await Promise.all([getServices(), portalTranslator('accounts'), searchParams])
  const listState = readAccountsState(query)
  const [list, locales, groups] = await Promise.all([
    listAccounts(services, actor, listState),
    listAccountLocales(services, actor),
    listGroupChoices(services, actor),
  ])
  const ids = list.accounts.map(({ id }) => id)
  const groupsOf = groups.length > 0 ? await readGroupsOfAccounts(services, actor, ids) : undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        action={
          <>
            <LinkButton href={importPath}>
              <IconUpload size={16} stroke={1.75} aria-hidden="true" />
              {t('import')}
            </LinkButton>
            <LinkButton href={manageAccountsDialogHref(listState, 'add')} variant="primary" inPlace>
              <IconPlus size={16} stroke={1.75} aria-hidden="true" />
              {t('add')}
            </LinkButton>
          </>
        }
      >
        {t('sentence')}
      </PageHeader>
      <ManageTabs actor={actor} current="accounts" />
      <Accounts {...{ list, locales, groups, groupsOf, listState }} addedId={textOf(query.added)} />
      <OpenAccountDialog actor={actor} query={query} closeHref={manageAccountsHref(listState)} />
    </>
  )
}

type ToolsProps = Readonly<{ listState: ListState; locales: readonly string[]; groups: readonly GroupChoice[] }>

async function ListTools({ listState, locales, groups }: ToolsProps) {
  const t = await portalTranslator('accounts')
  return (
    <>
      <LiveSearch
        path={listPath}
        query={listState.query}
        label={t('searchLabel')}
        also={toListParameters({ ...listState, query: '' })}
      />
      <div className={styles.filters}>
        <AccountFilters listState={listState} locales={locales} groups={groups} />
      </div>
    </>
  )
}

type AccountsProps = ToolsProps &
  Readonly<{
    list: AccountList
    groupsOf: ReadonlyMap<string, GroupsOfAccount> | undefined
    addedId: string
  }>

async function Accounts({ list, locales, groups, groupsOf, listState, addedId }: AccountsProps) {
  const t = await portalTranslator('accounts')
  const added = list.accounts.find(({ id }) => id === addedId)
  return (
    <>
      {added && (
        <div className={styles.added}>
          <Notice tone="success">{t('added', { name: added.name })}</Notice>
        </div>
      )}
      <ListCard
        tools={list.any && <ListTools listState={listState} locales={locales} groups={groups} />}
        foot={
          list.accounts.length > 0 && (
            <AccountPages
              page={list}
              after={listState.after}
              hrefOf={(after) => manageAccountsHref({ ...listState, after })}
            />
          )
        }
      >
        <AccountsBulk listState={listState}>
          {list.accounts.length > 0 ? (
            <AccountsTable accounts={list.accounts} groups={groupsOf} listState={listState} addedId={added?.id} />
          ) : (
            <NoAccounts any={list.any} listState={listState} />
          )}
        </AccountsBulk>
      </ListCard>
    </>
  )
}

async function NoAccounts({ any, listState }: Readonly<{ any: boolean; listState: ListState }>) {
  const [t, widgets] = await Promise.all([portalTranslator('accounts'), portalTranslator('widgets')])
  const { query, order, state, locale, neverOpened, group } = listState
  const hasFilters = state !== 'all' || locale !== undefined || neverOpened || group !== undefined
  if (!any)
    return (
      <EmptyState noun="account" title={t('none.title')}>
        {t('none.why')}
      </EmptyState>
    )
  const title = query === '' ? t('nothing.titleWithoutQuery') : t('nothing.title', { query })
  return (
    <EmptyState
      noun="account"
      title={title}
      action={
        <LinkButton href={manageAccountsHref({ order, ...(hasFilters && { query }) })}>
          {hasFilters ? widgets('clearFilters') : t('nothing.clear')}
        </LinkButton>
      }
    >
      {query !== '' && t('nothing.why')}
    </EmptyState>
  )
}
