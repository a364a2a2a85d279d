import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentOrganization } from '#app/(portal)/_preferences/site.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { logoImage, siteName } from '#lib/domain/organization/organization/organization.ts'
import { AccentCard } from './_components/accent-card.tsx'
import { LogoCard } from './_components/logo-card.tsx'
import { NameCard } from './_components/name-card.tsx'

export const generateMetadata = pageTitle('organization', (t) => t('title'))

/** Name, logo and accent color of the organization, with a preview. */
export default async function OrganizationPage() {
  await requireManagerPage()
  const [t, organization] = await Promise.all([portalTranslator('organization'), currentOrganization()])
  const { name, accent, logo } = organization
  const image = logo === null ? undefined : logoImage(logo)
  return (
    <ClientMessages namespaces={['organization', 'settings', 'shell', 'signIn']}>
      <SectionHeader title={t('title')}>{t('why')}</SectionHeader>
      <NameCard name={name ?? ''} />
      <LogoCard logo={image} />
      <AccentCard site={siteName(organization)} accent={accent ?? ''} logo={image} />
    </ClientMessages>
  )
}
