import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { dialogHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import styles from '#app/(portal)/overview/overview.module.css'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { Overview } from '#lib/domain/organization/overview/read-overview.ts'
import { OverviewCard } from './card.tsx'

/** People who never signed in: their set-password link may have been lost. */
export async function PeopleToInvite({ people }: Pick<Overview, 'people'>) {
  const t = await portalTranslator('overview')
  const { shown, neverSignedIn, all } = people
  return (
    <OverviewCard title={t('neverTitle')} note={t('countOf', { count: neverSignedIn, all })}>
      {shown.length === 0 && <p className={styles.nothing}>{t('noPeople')}</p>}
      <ul className={styles.rows}>
        {shown.map((user) => (
          <PersonRow key={user.id} user={user} />
        ))}
      </ul>
    </OverviewCard>
  )
}

async function PersonRow({ user }: Readonly<{ user: Overview['people']['shown'][number] }>) {
  const [t, format] = await Promise.all([portalTranslator('overview'), portalFormatter()])
  return (
    <li className={styles.row}>
      <UserAvatar user={user} />
      <div className={styles.texts}>
        <span>{user.distinctName}</span>
        <span className={styles.note}>
          {t('added', { date: format.dateTime(user.createdAt, { dateStyle: 'long' }) })}
        </span>
      </div>
      <LinkButton
        size="small"
        inPlace
        href={dialogHref({ search: '', page: 1 }, 'password-link', user.id)}
        aria-label={t('newLinkFor', { name: user.distinctName })}
      >
        {t('newLink')}
      </LinkButton>
    </li>
  )
}
