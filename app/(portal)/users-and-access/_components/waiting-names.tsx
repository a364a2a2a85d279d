import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { PortalLink } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{ users: readonly Readonly<{ id: string; name: string }>[] }>

/** The users who wait for a manager to approve a name. */
export async function WaitingNames({ users }: Props) {
  const t = await portalTranslator('userPage')
  return (
    <div className={styles.waiting}>
      <Notice tone="info">
        <p>{t('names.waiting', { count: users.length })}</p>
        <ul>
          {users.map(({ id, name }) => (
            <li key={id}>
              <PortalLink href={userHref(id)}>{name}</PortalLink>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
