import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { Card } from '#app/(portal)/_details/card.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Link } from '#components/ui/link.tsx'
import type { SomeUsers } from '#lib/domain/accounts/account-management/account-page.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import styles from './account-page.module.css'

type Props = Readonly<{ listed: SomeUsers; grouped: SomeUsers; ofAll: SomeUsers }>

/** Who may open the account, by reason. */
export async function AccountUsers({ listed, grouped, ofAll }: Props) {
  const t = await portalTranslator('accounts')
  return (
    <Card title={t('page.users')}>
      <Reason title={t('page.listed')} none={t('page.nobodyListed')} some={listed} linked />
      {grouped.users.length > 0 && <Reason title={t('page.grouped')} some={grouped} linked />}
      <Reason title={t('page.ofAll')} some={ofAll} />
    </Card>
  )
}

type ReasonProps = Readonly<{ title: string; none?: string; some: SomeUsers; linked?: boolean }>

async function Reason({ title, none, some: { users, more }, linked = false }: ReasonProps) {
  const t = await portalTranslator('accounts')
  return (
    <div className={styles.reason}>
      <h3>{title}</h3>
      {users.length === 0 && <p className="lk-fine">{none}</p>}
      <ul>
        {users.map((user) => (
          <li key={user.id}>
            <UserAvatar user={user} size="small" />
            {linked ? (
              <Link href={userAccountsHref(user.id)}>{user.distinctName}</Link>
            ) : (
              <span>{user.distinctName}</span>
            )}
            <Role user={user} />
          </li>
        ))}
      </ul>
      {more && <p className="lk-fine">{t('page.moreUsers', { count: users.length })}</p>}
    </div>
  )
}

async function Role({ user }: Readonly<{ user: User }>) {
  const t = await portalTranslator('usersAndAccess')
  return <span className={styles.faint}>{t(`roles.${user.role}`)}</span>
}
