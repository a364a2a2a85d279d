import { forbidden, notFound } from 'next/navigation'
import { BackLink } from '#app/(portal)/_header/back-link.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { providerHref, signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { SetupSteps } from '#app/(portal)/settings/sign-in/_components/setup-steps.tsx'
import { providerActions } from '#app/(portal)/settings/sign-in/provider-actions.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { State } from '#components/ui/state.tsx'
import { listMappings } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { readProviderTest } from '#lib/domain/sign-in/company-sign-in/switch-on-provider.ts'
import { getProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { getServices } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { MappingsCard } from './_components/mappings-card.tsx'
import { OpenProviderDialog } from './_components/open-provider-dialog.tsx'
import { ProviderFacts, ProviderUrls } from './_components/provider-cards.tsx'
import { TestCard } from './_components/test-card.tsx'

type Props = Readonly<{ params: Promise<{ providerId: string }>; searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('companySignIn', (t) => t('title'))

/** One sign-in provider: a test of it, its settings, what its groups give, and what to enter there. */
export default async function ProviderPage({ params, searchParams }: Props) {
  const [actor, services, { providerId }, query] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
  ])
  if (actor.role !== 'owner') forbidden()
  const provider = await getProvider(services, actor, providerId).catch((error: unknown) => {
    if (isRefusal(error) && error.code === 'not_found') notFound()
    throw error
  })
  const [t, settings, mappings, test] = await Promise.all([
    portalTranslator('companySignIn'),
    portalTranslator('signInSettings'),
    listMappings(services, actor, providerId),
    readProviderTest(services, actor, providerId),
  ])
  return (
    <>
      <BackLink href={signInSettingsPath} label={settings('title')} />
      <SectionHeader
        title={provider.label}
        action={
          <>
            <LinkButton href={providerHref(provider.id, 'edit')} inPlace>
              {t(providerActions.edit.label)}
            </LinkButton>
            {!provider.isDisabled && (
              <LinkButton href={providerHref(provider.id, 'switch-off')} inPlace>
                {t(providerActions['switch-off'].label)}
              </LinkButton>
            )}
            <LinkButton href={providerHref(provider.id, 'remove')} variant="danger" inPlace>
              {t(providerActions.remove.label)}
            </LinkButton>
          </>
        }
      >
        {provider.issuer} {provider.isDisabled && <State kind="off">{t('disabled')}</State>}
      </SectionHeader>
      {provider.isDisabled && <SetupSteps current="test" />}
      <TestCard provider={provider} test={test} />
      <ProviderFacts provider={provider} />
      <MappingsCard provider={provider} mappings={mappings} />
      <ProviderUrls baseUrl={services.env.baseUrl} id={provider.id} />
      <OpenProviderDialog actor={actor} provider={provider} mappings={mappings} query={query} />
    </>
  )
}
