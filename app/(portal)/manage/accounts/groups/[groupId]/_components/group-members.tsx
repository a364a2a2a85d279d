import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { AccountPages } from '#app/(portal)/_lists/account-pages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { accountHref, listPath } from '#app/(portal)/_urls/accounts-url.ts'
import { type GroupPageState, groupDialogHref, groupHref } from '#app/(portal)/_urls/groups-url.ts'
import accountStyles from '#app/(portal)/manage/accounts/_components/accounts-table.module.css'
import { AccountState } from '#app/(portal)/manage/accounts/_components/accounts-table.tsx'
import styles from '#app/(portal)/manage/accounts/groups/_components/groups.module.css'
import { LiveSearch } from '#components/live-search.tsx'
import { RovingRows } from '#components/roving-rows.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { PickBox, PickPage } from '#components/ui/pick-box.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import type { GroupMember, GroupPage } from '#lib/domain/accounts/account-groups/group-page.ts'
import { MembersBulk } from './members-bulk.tsx'
import { membersFormId } from './members-form-id.ts'

type Props = Readonly<{ page: GroupPage; listState: GroupPageState }>

/** The accounts of the group, page by page or by search. Chosen ones can be selected and removed. */
export async function GroupMembers({ page: { group, total, members }, listState }: Props) {
  const t = await portalTranslator('accountGroups')
  const isEmpty = total.count === 0
  return (
    <section aria-label={t('page.accounts')}>
      <ListCard
        tools={
          <>
            {!isEmpty && (
              <LiveSearch path={groupHref(group.id)} query={listState.query} label={t('page.searchLabel')} />
            )}
            <span className={styles.tools}>
              <LinkButton href={listPath} size="small">
                {t('page.fromList')}
              </LinkButton>
              <LinkButton href={groupDialogHref(group.id, 'accounts')} variant="primary" size="small" inPlace>
                {t('page.addAccounts')}
              </LinkButton>
            </span>
          </>
        }
        foot={
          members.accounts.length > 0 && (
            <AccountPages
              page={members}
              after={listState.after}
              hrefOf={(after) => groupHref(group.id, { ...listState, after })}
            />
          )
        }
      >
        <MembersBulk groupId={group.id} listState={listState}>
          {members.accounts.length > 0 ? (
            <MembersTable members={members.accounts} />
          ) : (
            <NoMembers groupId={group.id} query={isEmpty ? '' : listState.query} />
          )}
        </MembersBulk>
      </ListCard>
    </section>
  )
}

type ColumnId = 'pick' | 'account' | 'reason' | 'state'

async function MembersTable({ members }: Readonly<{ members: readonly GroupMember[] }>) {
  const t = await portalTranslator('accountGroups')
  const canPick = members.some(({ isChosen }) => isChosen)
  const table: Column<ColumnId>[] = [
    ...(canPick ? ([{ id: 'pick', header: <PickPage label={t('page.selectPage')} />, pick: true }] as const) : []),
    { id: 'account', header: t('columns.account') },
    { id: 'reason', header: t('columns.reason'), width: 'large', onPhones: 'fact' },
    { id: 'state', header: t('columns.state'), width: 'medium', priority: 2, onPhones: 'state' },
  ]
  const rows = members.map((account) => ({
    id: `account-${account.id}`,
    muted: account.suspendedAt !== null,
    cells: {
      pick: account.isChosen && (
        <PickBox list={membersFormId} value={account.id} label={t('page.select', { name: account.name })} />
      ),
      account: (
        <div className={accountStyles.account}>
          <AccountMonogram account={account} />
          <div>
            <Link className={accountStyles.name} href={accountHref(account.id)}>
              {account.name}
            </Link>
            <code className={accountStyles.id}>{account.id}</code>
          </div>
        </div>
      ),
      reason: t(reasonOf(account)),
      state: <AccountState suspendedAt={account.suspendedAt} />,
    },
  }))
  return (
    <RovingRows>
      <Table caption={t('page.accounts')} columns={table} rows={rows} />
    </RovingRows>
  )
}

function reasonOf({ isChosen, ruleIds }: GroupMember) {
  if (!isChosen) return 'page.byRule'
  return ruleIds.length > 0 ? 'page.chosenAndByRule' : 'page.chosen'
}

async function NoMembers({ groupId, query }: Readonly<{ groupId: string; query: string }>) {
  const t = await portalTranslator('accountGroups')
  if (query === '')
    return (
      <EmptyState noun="account" title={t('page.empty')}>
        {t('page.emptyWhy')}
      </EmptyState>
    )
  return (
    <EmptyState
      noun="account"
      title={t('page.nothing', { query })}
      action={<LinkButton href={groupHref(groupId)}>{t('page.showAll')}</LinkButton>}
    />
  )
}
