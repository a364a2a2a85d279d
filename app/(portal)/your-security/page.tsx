import { listOwnSessions } from '#lib/portal-sessions/find-sessions.ts'
import { getServices } from '#lib/services.ts'
import { getSessionUser } from '#lib/users/find-users.ts'
import { PageHeader, SectionHeader } from '../../../components/ui/page-header.tsx'
import { ClientMessages } from '../_preferences/client-messages.tsx'
import { Moment } from '../_preferences/moment.tsx'
import { pageTitle, portalTranslator } from '../_preferences/preferences.ts'
import { requireUser } from '../_session/user.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import styles from './page.module.css'
import { Sessions } from './sessions.tsx'

export const generateMetadata = pageTitle('security', (t) => t('title'))

/** The user's own password and sessions. */
export default async function YourSecurityPage() {
  const actor = await requireUser()
  const services = await getServices()
  const [t, sessions, user] = await Promise.all([
    portalTranslator('security'),
    listOwnSessions(services, actor),
    getSessionUser(services, actor),
  ])
  const time = () => <Moment at={user.passwordSetAt ?? services.clock.now()} />
  return (
    <ClientMessages namespaces={['security']}>
      <PageHeader title={t('title')}>{t('why')}</PageHeader>
      <div className={styles.sections}>
        <section aria-labelledby="password">
          <SectionHeader title={t('password.title')} id="password">
            {t.rich('password.lastSet', { time })}
          </SectionHeader>
          <div className="lk-card" data-padded>
            <div className={styles.password}>
              <ChangePasswordForm username={user.username} />
            </div>
          </div>
        </section>
        <section aria-labelledby="sessions">
          <SectionHeader title={t('sessions.title')} id="sessions">
            {t('sessions.why')}
          </SectionHeader>
          <Sessions sessions={sessions} />
        </section>
      </div>
    </ClientMessages>
  )
}
