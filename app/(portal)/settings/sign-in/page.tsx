import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { sessionsId } from '#app/(portal)/_urls/settings-url.ts'
import { listHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { SettingCard } from '#app/(portal)/settings/_components/setting-card.tsx'
import { FocusReturn } from '#components/focus-return.tsx'
import { PortalLink } from '#components/ui/link-button.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { readPolicy, type SignInPolicy } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import {
  requiresFactor,
  type SecondFactorPolicy,
  secondFactorPolicies,
} from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AllSessionsCard } from './_components/all-sessions-card.tsx'
import { EndAllDialog } from './_components/lazy-end-all-dialog.tsx'
import { PolicyForm } from './_components/policy-form.tsx'
import { ProvidersCard } from './_components/providers-card.tsx'

export const generateMetadata = pageTitle('signInSettings', (t) => t('title'))

const withoutFactorHref = listHref({ search: '', page: 1, users: { noFactor: true }, all: true })

/** The company's own sign-in, who needs a second factor, and everyone's sessions. Owners change it, admins see some. */
export default async function SignInSettingsPage({ searchParams }: PageProps<'/settings/sign-in'>) {
  const [actor, services, query] = await Promise.all([requireManagerPage(), getServices(), searchParams])
  const [t, policy] = await Promise.all([portalTranslator('signInSettings'), readPolicy(services, actor)])
  const isOwner = actor.role === 'owner'
  const isEnding = isOwner && textOf(query.do) === 'end-sessions'
  const confirmBy = isEnding && (await findConfirmBy(services, actor))
  return (
    <>
      <SectionHeader title={t('title')}>{t('why')}</SectionHeader>
      {isOwner && <ProvidersCard actor={actor} />}
      <PolicyCard {...policy} isOwner={isOwner} />
      {isOwner && <AllSessionsCard />}
      <FocusReturn section={isEnding ? sessionsId : undefined} />
      {isEnding && (
        <ClientMessages namespaces={['organization']}>
          <EndAllDialog confirmBy={confirmBy} />
        </ClientMessages>
      )}
    </>
  )
}

/** Owners choose, admins see the choice. */
async function PolicyCard({ policy, withoutFactor, isOwner }: SignInPolicy & Readonly<{ isOwner: boolean }>) {
  const t = await portalTranslator('signInSettings')
  const without = (value: SecondFactorPolicy) =>
    requiresFactor(value, 'owner') && t('factor.without', { count: withoutFactor[value] })
  const choices = secondFactorPolicies.map((value) => ({
    value,
    label: t(`factor.policies.${value}`),
    hint: [t(`factor.meanings.${value}`), without(value)].filter(Boolean).join(' '),
  }))
  return (
    <SettingCard id="second-factor" title={t('factor.title')} why={t('factor.why')}>
      {without(policy) && (
        <p className="lk-fine">
          {t('factor.next')} <PortalLink href={withoutFactorHref}>{t('factor.users')}</PortalLink>
        </p>
      )}
      {isOwner ? (
        <ClientMessages namespaces={['signInSettings', 'settings']}>
          <PolicyForm policy={policy} choices={choices} />
        </ClientMessages>
      ) : (
        <>
          <div>
            <strong>{t(`factor.policies.${policy}`)}</strong>
            <p>{t(`factor.meanings.${policy}`)}</p>
          </div>
          <p className="lk-fine">{t('factor.onlyOwners')}</p>
        </>
      )}
    </SettingCard>
  )
}
