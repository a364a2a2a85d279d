import { IconPlus } from '@tabler/icons-react'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import {
  addGroupHref,
  type GroupListState,
  groupListHref,
  groupsPath,
  readGroupListState,
} from '#app/(portal)/_urls/groups-url.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { ManageTabs } from '#app/(portal)/manage/accounts/_components/manage-tabs.tsx'
import { LiveSearch } from '#components/live-search.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { type AccountGroupList, listGroups } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AddGroupDialog } from './_components/group-dialogs.tsx'
import { GroupsTable } from './_components/groups-table.tsx'

type Props = Readonly<{ searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('accountGroups', (t) => t('title'))

/** The account groups, as a tab of Manage accounts. */
export default async function AccountGroupsPage({ searchParams }: Props) {
  const actor = await requireManagerPage()
  const [services, t, accounts, query] = await Promise.all([
    getServices(),
    portalTranslator('accountGroups'),
    portalTranslator('accounts'),
    searchParams,
  ])
  const listState = readGroupListState(query)
  const list = await listGroups(services, actor, listState)
  return (
    <>
      <PageHeader
        title={accounts('title')}
        action={
          <LinkButton href={addGroupHref} variant="primary" inPlace>
            <IconPlus size={16} stroke={1.75} aria-hidden="true" />
            {t('add')}
          </LinkButton>
        }
      >
        {accounts('sentence')}
      </PageHeader>
      <ManageTabs actor={actor} current="groups" />
      <Groups list={list} listState={listState} />
      {textOf(query.dialog) === 'add' && (
        <ClientMessages namespaces={['accountGroups', 'usersAndAccess']}>
          <AddGroupDialog closeHref={groupListHref(listState)} confirmBy={await findConfirmBy(services, actor)} />
        </ClientMessages>
      )}
    </>
  )
}

async function Groups({ list, listState }: Readonly<{ list: AccountGroupList; listState: GroupListState }>) {
  const t = await portalTranslator('accountGroups')
  const { query } = listState
  const hrefOf = (page: number) => (page >= 1 && page <= list.pages ? groupListHref({ query, page }) : undefined)
  if (list.total === 0 && query === '') {
    return (
      <ListCard>
        <EmptyState noun="group" title={t('none.title')}>
          {t('none.why')}
        </EmptyState>
      </ListCard>
    )
  }
  return (
    <ListCard
      tools={<LiveSearch path={groupsPath} query={query} label={t('search')} />}
      foot={
        <>
          <p className="lk-fine">{t('foot')}</p>
          {list.pages > 1 && (
            <Pagination
              label={t('pages')}
              previous={{ label: t('previousPage'), href: hrefOf(list.page - 1) }}
              next={{ label: t('nextPage'), href: hrefOf(list.page + 1) }}
            >
              {t('count', { count: list.total })}
            </Pagination>
          )}
        </>
      }
    >
      {list.total === 0 ? (
        <EmptyState
          noun="group"
          title={t('nothing.title', { query })}
          action={<LinkButton href={groupsPath}>{t('nothing.clear')}</LinkButton>}
        />
      ) : (
        <GroupsTable groups={list.groups} />
      )}
    </ListCard>
  )
}
