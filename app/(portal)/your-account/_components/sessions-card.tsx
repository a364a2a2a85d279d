import { Card } from '#app/(portal)/_details/card.tsx'
import { CardFoot } from '#app/(portal)/_details/items.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { SessionLifetimes } from '#app/(portal)/_sessions/session-lifetimes.tsx'
import { SessionList } from '#app/(portal)/_sessions/session-list.tsx'
import { securityHref, sessionsId } from '#app/(portal)/_urls/your-account-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { OwnSession } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'

/** Where the user is signed in, and how to end it. */
export async function SessionsCard({ sessions }: Readonly<{ sessions: readonly OwnSession[] }>) {
  const t = await portalTranslator('security')
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  const endOthers = (
    <LinkButton href={securityHref('end-others')} inPlace size="small">
      {t('sessions.endOthers')}
    </LinkButton>
  )
  return (
    <div id={sessionsId} tabIndex={-1}>
      <Card title={t('sessions.title')} action={hasOthers && endOthers}>
        <SessionList
          sessions={sessions}
          action={({ id, address, isCurrent }, browser) =>
            !isCurrent && (
              <LinkButton
                href={securityHref('end-session', id)}
                inPlace
                size="small"
                aria-label={t('sessions.endNamed', { browser, address })}
              >
                {t('sessions.end')}
              </LinkButton>
            )
          }
        />
        <CardFoot>
          {t('sessions.why')} <SessionLifetimes />
        </CardFoot>
      </Card>
    </div>
  )
}
