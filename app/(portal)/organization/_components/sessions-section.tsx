import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { SessionLifetimes } from '#app/(portal)/_sessions/session-lifetimes.tsx'
import { endSessionsHref, sessionsId } from '#app/(portal)/_urls/organization-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import styles from './organization.module.css'

/** How long sessions last, and the way to end those of all users, for owners. */
export async function SessionsSection() {
  const t = await portalTranslator('organization')
  return (
    <section id={sessionsId} tabIndex={-1} aria-labelledby="sessions-title">
      <SectionHeader title={t('sessions.title')} id="sessions-title">
        <SessionLifetimes />
      </SectionHeader>
      <div className={`lk-card ${styles.rows}`} data-padded>
        <p>{t('sessions.why')}</p>
        <div>
          <LinkButton href={endSessionsHref} inPlace>
            {t('sessions.endAll')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
