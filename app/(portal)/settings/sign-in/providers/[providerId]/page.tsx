import { forbidden, notFound } from 'next/navigation'
import { BackLink } from '#app/(portal)/_header/back-link.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { providerHref, signInSettingsPath, testedHref } from '#app/(portal)/_urls/settings-url.ts'
import { providerActions } from '#app/(portal)/settings/sign-in/provider-actions.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { State } from '#components/ui/state.tsx'
import { listMappings } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { getProvider, testProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { getServices } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { MappingsCard } from './_components/mappings-card.tsx'
import { OpenProviderDialog } from './_components/open-provider-dialog.tsx'
import { ProviderFacts, ProviderUrls } from './_components/provider-cards.tsx'

type Props = Readonly<{ params: Promise<{ providerId: string }>; searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('companySignIn', (t) => t('title'))

/** One sign-in provider: its settings, what its groups give, and what to enter there. */
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
  const [t, settings, mappings] = await Promise.all([
    portalTranslator('companySignIn'),
    portalTranslator('signInSettings'),
    listMappings(services, actor, providerId),
  ])
  const isTested = textOf(query.test) === 'now'
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
            <LinkButton href={testedHref(provider.id)}>{t('test')}</LinkButton>
            <LinkButton href={providerHref(provider.id, 'remove')} variant="danger" inPlace>
              {t(providerActions.remove.label)}
            </LinkButton>
          </>
        }
      >
        {provider.issuer} {provider.isDisabled && <State kind="off">{t('disabled')}</State>}
      </SectionHeader>
      {isTested && <TestResult problem={await testProvider(services, actor, providerId)} />}
      <ProviderFacts provider={provider} />
      <MappingsCard provider={provider} mappings={mappings} />
      <ProviderUrls baseUrl={services.env.baseUrl} id={provider.id} />
      <OpenProviderDialog actor={actor} provider={provider} mappings={mappings} query={query} />
    </>
  )
}

type TestProps = Readonly<{ problem: Awaited<ReturnType<typeof testProvider>> }>

async function TestResult({ problem }: TestProps) {
  const t = await portalTranslator('companySignIn')
  if (!problem) return <Notice tone="success">{t('works')}</Notice>
  const code = problem.problem === 'bad_url' ? 'bad_response' : problem.problem
  return (
    <Notice tone="danger" title={t('fails')}>
      {t(`problems.${code}`, { actual: problem.actual ?? '' })}
    </Notice>
  )
}
