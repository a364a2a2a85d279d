import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentOrganization } from '#app/(portal)/_preferences/site.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { sessionsId } from '#app/(portal)/_urls/organization-url.ts'
import { FocusReturn } from '#components/focus-return.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { logoImage } from '#lib/domain/organization/organization/organization.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { readMailSetup } from '#lib/server/mail-delivery/send-test-mail.ts'
import { IdentitySection } from './_components/identity-section.tsx'
import { EndAllDialog } from './_components/lazy-end-all-dialog.tsx'
import { LogoSection } from './_components/logo-section.tsx'
import { MailSection } from './_components/mail-section.tsx'
import styles from './_components/organization.module.css'
import { SessionsSection } from './_components/sessions-section.tsx'

export const generateMetadata = pageTitle('organization', (t) => t('title'))

/**
 * Name, accent color and logo of the organization, with a preview; a test of its mail; for owners, everyone's sessions.
 */
export default async function OrganizationPage({ searchParams }: PageProps<'/organization'>) {
  const [actor, services, query] = await Promise.all([requireManagerPage(), getServices(), searchParams])
  const [t, { name, accent, logo }, setup] = await Promise.all([
    portalTranslator('organization'),
    currentOrganization(),
    readMailSetup(services, actor),
  ])
  const isOwner = actor.role === 'owner'
  const isEnding = isOwner && query.do === 'end-sessions'
  const image = logo === null ? undefined : logoImage(logo)
  return (
    <ClientMessages namespaces={['organization', 'shell', 'signIn']}>
      <PageHeader title={t('title')}>{t('why')}</PageHeader>
      <div className={styles.forms}>
        <IdentitySection name={name ?? ''} accent={accent ?? ''} logo={image}>
          <LogoSection logo={image} />
        </IdentitySection>
        <MailSection setup={setup} />
        {isOwner && <SessionsSection />}
      </div>
      <FocusReturn section={isEnding ? sessionsId : undefined} />
      {isEnding && <EndAllDialog confirmBy={await findConfirmBy(services, actor)} />}
    </ClientMessages>
  )
}
