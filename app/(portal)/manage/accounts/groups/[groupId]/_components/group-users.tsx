import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { Card } from '#app/(portal)/_details/card.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { groupDialogHref } from '#app/(portal)/_urls/groups-url.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import styles from '#app/(portal)/manage/accounts/groups/_components/groups.module.css'
import { groupActions } from '#app/(portal)/manage/accounts/groups/group-actions.ts'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { AccountGroup } from '#lib/domain/accounts/account-groups/account-group.ts'
import type { GroupPage } from '#lib/domain/accounts/account-groups/group-page.ts'

type Props = Readonly<{ group: AccountGroup; users: GroupPage['users']; count: number }>

/** The users who have the group. */
export async function GroupUsers({ group, users, count }: Props) {
  const t = await portalTranslator('accountGroups')
  const give = (
    <LinkButton href={groupDialogHref(group.id, 'give')} size="small" inPlace>
      {t(groupActions.give.label)}
    </LinkButton>
  )
  return (
    <Card title={t('page.users')} action={give}>
      {users.length === 0 && <p className={styles.hint}>{t('page.noUsers')}</p>}
      <ul className={styles.list}>
        {users.map((user) => (
          <li key={user.id} className={styles.pair}>
            <UserAvatar user={user} size="small" />
            <Link href={userAccountsHref(user.id)}>{user.distinctName}</Link>
            <LinkButton
              href={groupDialogHref(group.id, 'take', user.id)}
              variant="quiet"
              size="small"
              aria-label={t('page.takeNamed', { name: user.distinctName })}
              inPlace
            >
              {t(groupActions.take.label)}
            </LinkButton>
          </li>
        ))}
      </ul>
      {count > users.length && <p className={styles.hint}>{t('page.moreUsers', { shown: users.length, count })}</p>}
    </Card>
  )
}
