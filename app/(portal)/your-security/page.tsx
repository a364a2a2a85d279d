import { headers } from 'next/headers'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { IdentitiesCard } from '#app/(portal)/_sessions/identities-card.tsx'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { securityHref, sessionsId } from '#app/(portal)/_urls/security-url.ts'
import { FocusReturn } from '#components/focus-return.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listOwnSecurityEvents } from '#lib/domain/events/activity/list-own-security-events.ts'
import { readOwnFactors } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { listIdentities } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { listOwnSessions } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { CodesCard } from './_components/codes-card.tsx'
import { MailCard } from './_components/mail-card.tsx'
import { OpenSecurityDialog } from './_components/open-dialog.tsx'
import { PasskeysCard } from './_components/passkeys-card.tsx'
import { ProtectionCard } from './_components/protection-card.tsx'
import { RecentCard } from './_components/recent-card.tsx'
import { SessionsCard } from './_components/sessions-card.tsx'

export const generateMetadata = pageTitle('security', (t) => t('title'))

/** How the user signs in, and where they are signed in. */
export default async function YourSecurityPage({ searchParams }: PageProps<'/your-security'>) {
  const [actor, services, query] = await Promise.all([requireUser(), getServices(), searchParams])
  const [t, sessions, user, factors, events, identities, requestHeaders] = await Promise.all([
    portalTranslator('security'),
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
      <Columns
        wide={
          <>
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
            <RecentCard actor={actor} events={events} />
            {services.env.mail && user.email !== null && <MailCard email={user.email} />}
          </>
        }
      />
      <FocusReturn section={textOf(query.dialog).startsWith('end-') ? sessionsId : undefined} />
      <OpenSecurityDialog {...{ actor, factors, sessions, identities, userAgent, query }} username={user.username} />
    </>
  )
}
