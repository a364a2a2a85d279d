import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { SessionLifetimes } from '#app/(portal)/_sessions/session-lifetimes.tsx'
import { endSessionsHref, sessionsId } from '#app/(portal)/_urls/settings-url.ts'
import { SettingCard } from '#app/(portal)/settings/_components/setting-card.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'

/** How long sessions last, and the way to end those of all users, for owners. */
export async function AllSessionsCard() {
  const t = await portalTranslator('organization')
  return (
    <SettingCard id={sessionsId} title={t('sessions.title')} why={<SessionLifetimes />}>
      <p>{t('sessions.why')}</p>
      <div>
        <LinkButton href={endSessionsHref} inPlace>
          {t('sessions.endAll')}
        </LinkButton>
      </div>
    </SettingCard>
  )
}
