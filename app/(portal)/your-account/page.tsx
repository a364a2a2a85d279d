import { headers } from 'next/headers'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { IdentitiesCard } from '#app/(portal)/_sessions/identities-card.tsx'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { securityHref, sessionsId } from '#app/(portal)/_urls/your-account-url.ts'
import { FocusReturn } from '#components/focus-return.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listOwnSecurityEvents } from '#lib/domain/events/activity/list-own-security-events.ts'
import { readOwnFactors } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { listIdentities } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { listOwnSessions } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { CodesCard } from './_components/codes-card.tsx'
import { OpenSecurityDialog } from './_components/open-dialog.tsx'
import { PasskeysCard } from './_components/passkeys-card.tsx'
import { AboutCard, NoticesCard, OwnNamesCard } from './_components/profile-cards.tsx'
import { ProtectionCard } from './_components/protection-card.tsx'
import { RecentCard } from './_components/recent-card.tsx'
import { SessionsCard } from './_components/sessions-card.tsx'

export const generateMetadata = pageTitle('profile', (t) => t('title'))

/** The user's own name, sign-in, sessions, language, time zone and notices by mail. */
export default async function YourAccountPage({ searchParams }: PageProps<'/your-account'>) {
  const [actor, services, query] = await Promise.all([requireUser(), getServices(), searchParams])
  const [t, sessions, user, factors, events, identities, requestHeaders] = await Promise.all([
    portalTranslator('profile'),
    listOwnSessions(services, actor),
    getSessionUser(services, actor),
    readOwnFactors(services, actor),
    listOwnSecurityEvents(services, actor),
    listIdentities(services, actor, actor.userId),
    headers(),
  ])
  const userAgent = requestHeaders.get('user-agent') ?? ''
  return (
    <>
      <PageHeader title={t('title')}>{t('why')}</PageHeader>
      <ClientMessages namespaces={['profile', 'usersAndAccess']}>
        <Columns
          wide={
            <>
              <OwnNamesCard actor={actor} isChanging={textOf(query.change) === 'sign-in'} />
              <PasskeysCard factors={factors} />
              <CodesCard factors={factors} passwordSetAt={user.passwordSetAt} />
              {identities.length > 0 && (
                <IdentitiesCard identities={identities} unlinkHref={(id) => securityHref('unlink', id)} />
              )}
              <SessionsCard sessions={sessions} />
            </>
          }
          narrow={
            <>
              <ProtectionCard factors={factors} />
              <AboutCard actor={actor} />
              <NoticesCard actor={actor} />
              <RecentCard actor={actor} events={events} />
            </>
          }
        />
      </ClientMessages>
      <FocusReturn section={textOf(query.dialog).startsWith('end-') ? sessionsId : undefined} />
      <OpenSecurityDialog {...{ actor, factors, sessions, identities, userAgent, query }} username={user.username} />
    </>
  )
}
