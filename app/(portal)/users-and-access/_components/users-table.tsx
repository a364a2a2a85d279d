import Link from 'next/link'
import type { PortalUser } from '#lib/actor.ts'
import { isManager, mayManageRole } from '#lib/permissions.ts'
import type { UserSummary } from '#lib/users/user.ts'
import { RovingRows } from '../../../../components/roving-rows.tsx'
import { Badge } from '../../../../components/ui/badge.tsx'
import { MenuLink, MenuSection } from '../../../../components/ui/menu.tsx'
import { State } from '../../../../components/ui/state.tsx'
import { Table } from '../../../../components/ui/table.tsx'
import { Moment } from '../../_preferences/moment.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { dialogHref, type ListState, userAccountsHref } from '../list-state.ts'
import { RowMenu } from './row-menu.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{ actor: PortalUser; users: readonly UserSummary[]; listState: ListState }>
type RowProps = Readonly<{ actor: PortalUser; user: UserSummary; listState: ListState }>
type UserProps = Pick<RowProps, 'user'>

export async function UsersTable({ actor, users, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const columns = [
    { id: 'name', header: t('users.columns.name') },
    { id: 'role', header: t('users.columns.role') },
    { id: 'access', header: t('users.columns.access') },
    { id: 'lastSignIn', header: t('users.columns.lastSignIn') },
    { id: 'state', header: t('users.columns.state') },
    { id: 'actions', header: t('actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = users.map((user) => ({
    id: user.id,
    muted: user.state === 'deactivated',
    cells: {
      name: <Name actor={actor} user={user} listState={listState} />,
      role: t(`roles.${user.role}`),
      access: <Access user={user} />,
      lastSignIn: <LastSignIn user={user} />,
      state: <UserState user={user} />,
      actions: mayManageRole(actor.role, user.role) && <UserMenu user={user} listState={listState} />,
    },
  }))
  return (
    <RovingRows>
      <Table caption={t('users.caption')} columns={columns} rows={rows} />
    </RovingRows>
  )
}

async function Name({ actor, user, listState }: RowProps) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name, username, email, role } = user
  return (
    <>
      <span className={styles.name}>
        {mayManageRole(actor.role, role) ? (
          <Link href={dialogHref(listState, 'edit-user', id)} prefetch={false} scroll={false}>
            {name}
          </Link>
        ) : (
          name
        )}
        {id === actor.userId && <Badge>{t('you')}</Badge>}
      </span>
      <span className={styles.second}>{email === null ? username : `${username} · ${email}`}</span>
    </>
  )
}

async function Access({ user }: UserProps) {
  const t = await portalTranslator('usersAndAccess')
  return opensListed(user) ? t('users.access.listed', { count: user.listedAccounts }) : t('users.access.all')
}

function opensListed({ role, accountScope }: UserSummary): boolean {
  return !isManager(role) && accountScope === 'list'
}

async function LastSignIn({ user }: UserProps) {
  const t = await portalTranslator('usersAndAccess')
  if (user.role === 'service') return <span className="lk-fine">{t('users.doesNotSignIn')}</span>
  return user.lastSignInAt === null ? t('users.never') : <Moment at={user.lastSignInAt} />
}

async function UserState({ user }: UserProps) {
  const t = await portalTranslator('usersAndAccess')
  if (user.deactivatedAt !== null) return <State kind="off">{t('users.states.deactivated')}</State>
  const waits = user.role !== 'service' && user.lastSignInAt === null
  return waits ? (
    <State kind="waiting">{t('users.states.neverSignedIn')}</State>
  ) : (
    <State kind="on">{t('users.states.active')}</State>
  )
}

async function UserMenu({ user, listState }: Omit<RowProps, 'actor'>) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name, role } = user
  const active = user.state !== 'deactivated'
  return (
    <RowMenu label={t('actionsFor', { name })}>
      <MenuSection>
        <MenuLink href={dialogHref(listState, 'edit-user', id)} inPlace>
          {t('users.edit')}
        </MenuLink>
        {opensListed(user) && <MenuLink href={userAccountsHref(id)}>{t('chooseAccounts')}</MenuLink>}
        {active && role !== 'service' && (
          <MenuLink href={dialogHref(listState, 'password-link', id)} inPlace>
            {t('users.newLink')}
          </MenuLink>
        )}
      </MenuSection>
      <MenuSection>
        <MenuLink
          href={dialogHref(listState, active ? 'deactivate-user' : 'reactivate-user', id)}
          inPlace
          danger={active}
        >
          {t(active ? 'users.deactivate' : 'users.reactivate')}
        </MenuLink>
      </MenuSection>
    </RowMenu>
  )
}
