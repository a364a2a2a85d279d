import { ActionEntries } from '#app/(portal)/_lists/action-links.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type GroupDialogName, groupDialogHref, groupHref } from '#app/(portal)/_urls/groups-url.ts'
import { type GroupActionLabel, groupActions } from '#app/(portal)/manage/accounts/groups/group-actions.ts'
import { RovingRows } from '#components/roving-rows.tsx'
import { Link } from '#components/ui/link.tsx'
import { MenuSection } from '#components/ui/menu.tsx'
import { NounIcon } from '#components/ui/noun-icon.tsx'
import { Table } from '#components/ui/table.tsx'
import {
  type AccountGroup,
  type AccountGroupSummary,
  type BoundedCount,
  type GroupRule,
  groupTexts,
} from '#lib/domain/accounts/account-groups/account-group.ts'
import { describeLocale } from '#lib/foundation/i18n/describe-locale.ts'
import styles from './groups.module.css'

export async function GroupsTable({ groups }: Readonly<{ groups: readonly AccountGroupSummary[] }>) {
  const t = await portalTranslator('accountGroups')
  const columns = [
    { id: 'group', header: t('columns.group') },
    { id: 'accounts', header: t('columns.accounts'), width: 'small', onPhones: 'fact' },
    { id: 'users', header: t('columns.users'), width: 'medium', onPhones: 'fact' },
    { id: 'rules', header: t('columns.rules'), width: 'large', priority: 2, onPhones: 'absent' },
    { id: 'changed', header: t('columns.changed'), width: 'medium', priority: 3, onPhones: 'absent' },
    { id: 'actions', header: t('columns.actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = groups.map((group) => ({
    id: group.id,
    cells: {
      group: <Name group={group} />,
      accounts: <Count of="accounts" value={group.accounts} />,
      users: <Count of="users" value={group.users} />,
      rules: group.rules.length > 0 && <Rules rules={group.rules} />,
      changed: <Moment at={group.changedAt} mode="date" />,
      actions: <GroupMenu group={group} />,
    },
  }))
  return (
    <div className={styles.table}>
      <RovingRows>
        <Table caption={t('title')} columns={columns} rows={rows} />
      </RovingRows>
    </div>
  )
}

function Name({ group }: Readonly<{ group: AccountGroupSummary }>) {
  return (
    <div className={styles.group}>
      <span className={styles.tile}>
        <NounIcon noun="group" size={20} />
      </span>
      <div>
        <Link className={styles.name} href={groupHref(group.id)}>
          {group.name}
        </Link>
        {groupTexts
          .filter((field) => group[field] !== '')
          .map((field) => (
            <span key={field} className={styles.note}>
              {group[field]}
            </span>
          ))}
      </div>
    </div>
  )
}

/** Exact up to a bound, then "1,000+". */
async function Count({ of, value }: Readonly<{ of: 'accounts' | 'users'; value: BoundedCount }>) {
  return <span className={styles.count}>{await sayCount(of, value)}</span>
}

export async function sayCount(of: 'accounts' | 'users', { count, isExact }: BoundedCount): Promise<string> {
  const t = await portalTranslator('accountGroups')
  return t(`counts.${of}${isExact ? '' : 'AtLeast'}`, { count })
}

const rulesShown = 2

async function Rules({ rules }: Readonly<{ rules: readonly GroupRule[] }>) {
  const t = await portalTranslator('accountGroups')
  const shown = await Promise.all(rules.slice(0, rulesShown).map(describeRule))
  const more = rules.length - shown.length
  return (
    <ul className={styles.rules}>
      {shown.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {more > 0 && <li>{t('addAccounts.more', { count: more })}</li>}
    </ul>
  )
}

export async function describeRule({ idPrefix, locale }: Pick<GroupRule, 'idPrefix' | 'locale'>): Promise<string> {
  const t = await portalTranslator('accountGroups')
  const named = locale && describeLocale(locale)
  if (idPrefix !== '' && named !== '') return t('rule.both', { idPrefix, locale: named })
  return idPrefix === '' ? t('rule.locale', { locale: named }) : t('rule.idPrefix', { idPrefix })
}

/** What to offer for a group. */
export async function offeredFor({ id }: Pick<AccountGroup, 'id'>) {
  const t = await portalTranslator('accountGroups')
  const hrefOf = (name: GroupDialogName) => groupDialogHref(id, name)
  const labelOf = (label: GroupActionLabel) => t(label)
  return { actions: groupActions, subject: id, hrefOf, labelOf }
}

async function GroupMenu({ group }: Readonly<{ group: AccountGroupSummary }>) {
  const [offered, words] = await Promise.all([offeredFor(group), portalTranslator('usersAndAccess')])
  return (
    <RowMenu label={words('actionsFor', { name: group.name })}>
      <MenuSection>
        <ActionEntries {...offered} names={['accounts', 'give', 'edit']} />
      </MenuSection>
      <MenuSection>
        <ActionEntries {...offered} names={['delete']} />
      </MenuSection>
    </RowMenu>
  )
}
