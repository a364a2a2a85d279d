import { logoImage } from '#lib/organization/organization.ts'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { ClientMessages } from '../_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '../_preferences/preferences.ts'
import { currentOrganization } from '../_preferences/site.ts'
import { requireManagerPage } from '../_session/user.ts'
import { IdentitySection } from './_components/identity-section.tsx'
import { LogoSection } from './_components/logo-section.tsx'

export const generateMetadata = pageTitle('organization', (t) => t('title'))

/** Name, accent color and logo of the organization, with a preview. */
export default async function OrganizationPage() {
  await requireManagerPage()
  const [t, { name, accent, logo }] = await Promise.all([portalTranslator('organization'), currentOrganization()])
  const image = logo === null ? undefined : logoImage(logo)
  return (
    <ClientMessages namespaces={['organization', 'shell', 'signIn']}>
      <PageHeader title={t('title')}>{t('why')}</PageHeader>
      <IdentitySection name={name ?? ''} accent={accent ?? ''} logo={image}>
        <LogoSection logo={image} />
      </IdentitySection>
    </ClientMessages>
  )
}
