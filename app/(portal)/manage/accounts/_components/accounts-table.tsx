import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { ActionEntries, DirectAction } from '#app/(portal)/_lists/action-links.tsx'
import { Highlighted } from '#app/(portal)/_lists/highlighted.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { accountHref, type ListState, manageAccountsDialogHref, sortHref } from '#app/(portal)/_urls/accounts-url.ts'
import { type AccountActionLabel, accountActions } from '#app/(portal)/manage/accounts/account-actions.ts'
import { controlAccountAction } from '#app/(portal)/manage/accounts/actions.ts'
import { RovingRows } from '#components/roving-rows.tsx'
import { Link } from '#components/ui/link.tsx'
import { MenuButton, MenuSection } from '#components/ui/menu.tsx'
import { PickBox, PickPage } from '#components/ui/pick-box.tsx'
import type { SortLink } from '#components/ui/sort-head.tsx'
import { State } from '#components/ui/state.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import type { GroupsOfAccount } from '#lib/domain/accounts/account-groups/account-group.ts'
import type { Account, AccountSort, ManagedAccount } from '#lib/domain/accounts/accounts/account.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { describeLocale } from '#lib/foundation/i18n/describe-locale.ts'
import styles from './accounts-table.module.css'
import { bulkFormId } from './bulk-form-id.ts'
import { GroupChips } from './group-chips.tsx'

type ColumnId = 'pick' | 'account' | 'locale' | 'groups' | 'created' | 'opened' | 'state' | 'actions'

type Props = Readonly<{
  accounts: readonly ManagedAccount[]
  /** By account ID; `undefined` if there are no groups. */
  groups: ReadonlyMap<string, GroupsOfAccount> | undefined
  listState: ListState
  addedId: string | undefined
}>

export async function AccountsTable({ accounts, groups, listState, addedId }: Props) {
  const t = await portalTranslator('accounts')
  const sorts = (...orders: readonly AccountSort[]) => sortLinks(listState, orders, (by) => t(`columns.${by}`))
  const columns: Column<ColumnId>[] = [
    { id: 'pick', header: <PickPage label={t('bulk.selectPage')} />, pick: true },
    { id: 'account', header: t('columns.account'), sorts: sorts('name', 'id') },
    { id: 'locale', header: t('columns.locale'), width: 'medium', priority: 2, onPhones: 'fact' },
    ...(groups
      ? ([{ id: 'groups', header: t('columns.groups'), width: 'medium', priority: 3, onPhones: 'absent' }] as const)
      : []),
    { id: 'created', header: t('columns.created'), sorts: sorts('created'), width: 'medium', priority: 3 },
    {
      id: 'opened',
      header: t('columns.opened'),
      sorts: sorts('opened'),
      width: 'medium',
      priority: 2,
      onPhones: 'moment',
    },
    { id: 'state', header: t('columns.state'), width: 'medium', onPhones: 'state' },
    { id: 'actions', header: t('columns.actions'), headerHidden: true, align: 'end', narrow: true },
  ]
  const words = splitSearchWords(listState.query)
  const rows = accounts.map((account) => ({
    id: `account-${account.id}`,
    muted: account.suspendedAt !== null,
    marked: account.id === addedId,
    cells: {
      pick: <PickBox list={bulkFormId} value={account.id} label={t('bulk.select', { name: account.name })} />,
      account: <Names account={account} words={words} />,
      locale: account.locale && (
        <span lang={account.locale} title={account.locale}>
          {describeLocale(account.locale)}
        </span>
      ),
      groups: groupsIn(groups?.get(account.id)),
      created: <Moment at={account.createdAt} mode="date" />,
      opened: account.lastOpenedAt === null ? t('never') : <Moment at={account.lastOpenedAt} mode="date" />,
      state: <AccountState suspendedAt={account.suspendedAt} />,
      actions: <AccountMenu account={account} listState={listState} />,
    },
  }))
  return (
    <RovingRows>
      <Table caption={t('caption')} columns={columns} rows={rows} />
    </RovingRows>
  )
}

/** None in a search, which shows the closest first. */
function sortLinks(
  listState: ListState,
  orders: readonly AccountSort[],
  labelOf: (by: AccountSort) => string,
): readonly SortLink[] | undefined {
  if (listState.query !== '') return undefined
  const { by: current, descending } = listState.order
  return orders.map((by) => ({
    label: labelOf(by),
    href: sortHref(listState, by),
    direction: by === current ? (descending ? 'descending' : 'ascending') : undefined,
  }))
}

function Names({ account, words }: Readonly<{ account: Account; words: readonly string[] }>) {
  return (
    <div className={styles.account}>
      <AccountMonogram account={account} />
      <div>
        <Link className={styles.name} href={accountHref(account.id)} title={account.name}>
          <Highlighted text={account.name} words={words} />
        </Link>
        <code className={styles.id}>
          <Highlighted text={account.id} words={words} />
        </code>
      </div>
    </div>
  )
}

function groupsIn(groups: GroupsOfAccount | undefined) {
  return groups && <GroupChips groups={groups.first} more={groups.total - groups.first.length} />
}

export async function AccountState({ suspendedAt }: Pick<Account, 'suspendedAt'>) {
  const t = await portalTranslator('accounts')
  if (suspendedAt === null) return <State kind="on">{t('active')}</State>
  return (
    <State kind="off">
      <span>{t.rich('suspendedSince', { when: () => <Moment at={suspendedAt} /> })}</span>
    </State>
  )
}

async function AccountMenu({ account, listState }: Readonly<{ account: Account; listState: ListState }>) {
  const [t, words] = await Promise.all([portalTranslator('accounts'), portalTranslator('usersAndAccess')])
  const { id, name } = account
  return (
    <RowMenu label={words('actionsFor', { name })}>
      <MenuSection>
        <ActionEntries
          actions={accountActions}
          subject={account}
          names={['edit', 'suspend']}
          hrefOf={(action) => manageAccountsDialogHref(listState, action, id)}
          labelOf={(label: AccountActionLabel) => t(label)}
        />
        {accountActions.resume.isOpen(account) && (
          <DirectAction name="resume" id={id} run={controlAccountAction}>
            <MenuButton type="submit">{t(accountActions.resume.label)}</MenuButton>
          </DirectAction>
        )}
      </MenuSection>
    </RowMenu>
  )
}
