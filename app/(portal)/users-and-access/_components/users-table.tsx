import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { TwoLines } from '#app/(portal)/_details/two-lines.tsx'
import { ActionEntries } from '#app/(portal)/_lists/action-links.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  dialogHref,
  type ListState,
  userAccountsHref,
  userHref,
  userSortHref,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { type UserAction, type UserActionLabel, userActions } from '#app/(portal)/users-and-access/user-actions.ts'
import { RovingRows } from '#components/roving-rows.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { MenuLink, MenuSection } from '#components/ui/menu.tsx'
import { PickBox, PickPage } from '#components/ui/pick-box.tsx'
import type { SortLink } from '#components/ui/sort-head.tsx'
import { State } from '#components/ui/state.tsx'
import { Table } from '#components/ui/table.tsx'
import type { UserSummary } from '#lib/domain/people/users/user.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager, mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import { bulkFormId } from './bulk-form-id.ts'
import styles from './users-table.module.css'

type Props = Readonly<{ actor: PortalUser; users: readonly UserSummary[]; listState: ListState }>
type RowProps = Readonly<{ actor: PortalUser; user: UserSummary; listState: ListState }>
type UserProps = Pick<RowProps, 'user'>

/** The users: all of them can be sorted and selected, the first ones are low rows without a heading. */
export async function UsersTable({ actor, users, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { all = false } = listState
  const order = listState.users?.order ?? 'name'
  const sort = (by: 'name' | 'sign-in', label: string): readonly SortLink[] => [
    {
      label,
      href: userSortHref(listState, by),
      direction: order === by ? 'ascending' : order === `-${by}` ? 'descending' : undefined,
    },
  ]
  const columns = [
    ...(all ? [{ id: 'pick', header: <PickPage label={t('bulk.selectPage')} />, pick: true } as const] : []),
    { id: 'name', header: t('users.columns.name'), sorts: all ? sort('name', t('users.columns.name')) : undefined },
    { id: 'role', header: t('users.columns.role'), width: 'small', onPhones: 'fact' },
    { id: 'access', header: t('users.columns.access'), width: all ? 'medium' : 'large', onPhones: 'fact' },
    {
      id: 'lastSignIn',
      header: t('users.columns.lastSignIn'),
      sorts: all ? sort('sign-in', t('users.columns.lastSignIn')) : undefined,
      width: all ? 'medium' : 'small',
      priority: all ? 2 : 1,
      onPhones: 'moment',
    },
    { id: 'state', header: t('users.columns.state'), width: 'medium', onPhones: 'state' },
    { id: 'actions', header: t('actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = users.map((user) => ({
    id: user.id,
    muted: user.state === 'deactivated',
    cells: {
      pick: <PickBox list={bulkFormId} value={user.id} label={t('bulk.select', { name: user.name })} />,
      name: <Name actor={actor} user={user} isOneLine={!all} />,
      role: t(`roles.${user.role}`),
      access: opensListed(user)
        ? t(user.accountGroups > 0 ? 'users.access.grouped' : 'users.access.listed', {
            count: user.listedAccounts,
            groups: user.accountGroups,
          })
        : t('users.access.all'),
      lastSignIn: <LastSignIn user={user} isOneLine={!all} />,
      state: <UserState user={user} />,
      actions: mayManageRole(actor.role, user.role) && <UserMenu actor={actor} user={user} listState={listState} />,
    },
  }))
  return (
    <RovingRows>
      <Table caption={t('users.caption')} columns={columns} rows={rows} headHidden={!all} />
    </RovingRows>
  )
}

type OneLine = Readonly<{ isOneLine: boolean }>

async function Name({ actor, user, isOneLine }: Pick<RowProps, 'actor' | 'user'> & OneLine) {
  const [t, userPage] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('userPage')])
  const { id, name, username, email, role } = user
  const link = <Link href={userHref(id)}>{name}</Link>
  const mayManage = mayManageRole(actor.role, role)
  const named = (
    <span className={styles.name}>
      {mayManage ? link : name}
      {id === actor.userId && <Badge>{t('you')}</Badge>}
      {mayManage && user.unprovenNames.length > 0 && <Badge>{userPage('names.title')}</Badge>}
    </span>
  )
  return (
    <div className={styles.who} data-one-line={isOneLine || undefined}>
      <UserAvatar user={user} />
      <div>
        <TwoLines first={named} second={email ?? username} />
      </div>
    </div>
  )
}

function opensListed({ role, accountScope }: UserSummary): boolean {
  return !isManager(role) && accountScope === 'list'
}

async function LastSignIn({ user, isOneLine }: UserProps & OneLine) {
  const t = await portalTranslator('usersAndAccess')
  if (!isPortalRole(user.role)) return <span className="lk-fine">{t('users.doesNotSignIn')}</span>
  const at = user.lastSignInAt === null ? t('users.never') : <Moment at={user.lastSignInAt} />
  return <TwoLines first={at} second={!isOneLine && user.hasFactor && t('users.hasFactor')} />
}

async function UserState({ user }: UserProps) {
  const t = await portalTranslator('usersAndAccess')
  if (user.deactivatedAt !== null) return <State kind="off">{t('users.states.deactivated')}</State>
  if (isPortalRole(user.role) && user.lastSignInAt === null) {
    return <State kind="waiting">{t('users.states.neverSignedIn')}</State>
  }
  if (user.lacksFactor) return <State kind="waiting">{t('users.states.noFactor')}</State>
  return <State kind="on">{t('users.states.active')}</State>
}

async function UserMenu({ actor, user, listState }: RowProps) {
  const t = await portalTranslator('usersAndAccess')
  const hrefOf = (name: UserAction) => dialogHref(listState, name, user.id)
  const labelOf = (label: UserActionLabel) => t(label)
  const offered = { actions: userActions, subject: { ...user, isSelf: user.id === actor.userId }, hrefOf, labelOf }
  return (
    <RowMenu label={t('actionsFor', { name: user.name })}>
      <MenuSection>
        <ActionEntries {...offered} names={['edit-user']} />
        {opensListed(user) && <MenuLink href={userAccountsHref(user.id)}>{t('chooseAccounts')}</MenuLink>}
        <ActionEntries {...offered} names={['password-link', 'reset-factors']} />
      </MenuSection>
      <MenuSection>
        <ActionEntries {...offered} names={['deactivate-user', 'reactivate-user']} />
      </MenuSection>
    </RowMenu>
  )
}
