import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { changePolicyHref } from '#app/(portal)/_urls/settings-url.ts'
import { listHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { LinkButton, PortalLink } from '#components/ui/link-button.tsx'
import { PageHeader, SectionHeader } from '#components/ui/page-header.tsx'
import { readOwnFactors } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { hasFactor } from '#lib/domain/sign-in/second-factor/factors.ts'
import { readPolicy } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import {
  requiresFactor,
  type SecondFactorPolicy,
  secondFactorPolicies,
} from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { providerUrls } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AddProviderDialog } from './_components/provider-dialogs.tsx'
import { ProvidersSection } from './_components/providers-section.tsx'
import { ProvisioningCard } from './_components/provisioning-card.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import styles from './sign-in-settings.module.css'

export const generateMetadata = pageTitle('signInSettings', (t) => t('title'))

const withoutFactorHref = listHref({ search: '', page: 1, users: { noFactor: true } })

/**
 * Who needs a second factor, the company's own sign-in, and how a directory provisions users. Owners change it, admins
 * see some.
 */
export default async function SignInSettingsPage({ searchParams }: PageProps<'/sign-in-settings'>) {
  const [actor, services, query] = await Promise.all([requireManagerPage(), getServices(), searchParams])
  const [t, { policy, withoutFactor }] = await Promise.all([
    portalTranslator('signInSettings'),
    readPolicy(services, actor),
  ])
  const isOwner = actor.role === 'owner'
  const without = (value: SecondFactorPolicy) =>
    requiresFactor(value, 'owner') && t('factor.without', { count: withoutFactor[value] })
  const change = (
    <LinkButton href={changePolicyHref} inPlace>
      {t('factor.change')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={t('title')}>{t('why')}</PageHeader>
      <div className={styles.sections}>
        <section aria-labelledby="second-factor">
          <SectionHeader title={t('factor.title')} id="second-factor" action={isOwner && change}>
            {t('factor.why')}
          </SectionHeader>
          <div className="lk-card lk-form" data-padded>
            <div>
              <strong>{t(`factor.policies.${policy}`)}</strong>
              <p>{t(`factor.meanings.${policy}`)}</p>
            </div>
            {without(policy) && (
              <p>
                {without(policy)} {t('factor.next')}{' '}
                <PortalLink href={withoutFactorHref}>{t('factor.users')}</PortalLink>
              </p>
            )}
            {!isOwner && <p className="lk-fine">{t('factor.onlyOwners')}</p>}
          </div>
        </section>
        {isOwner && <ProvidersSection actor={actor} />}
        <ProvisioningCard />
      </div>
      {isOwner && textOf(query.dialog) === 'add-provider' && (
        <ClientMessages namespaces={['companySignIn']}>
          <AddProviderDialog
            confirmBy={await findConfirmBy(services, actor)}
            redirectUri={providerUrls(services.env.baseUrl, '<id>').redirectUri}
          />
        </ClientMessages>
      )}
      {isOwner && textOf(query.dialog) === 'second-factor' && (
        <ClientMessages namespaces={['signInSettings']}>
          <PolicyDialog
            policy={policy}
            choices={secondFactorPolicies.map((value) => ({
              value,
              label: t(`factor.policies.${value}`),
              hint: [t(`factor.meanings.${value}`), without(value)].filter(Boolean).join(' '),
            }))}
            hasFactor={hasFactor(await readOwnFactors(services, actor))}
            confirmBy={await findConfirmBy(services, actor)}
          />
        </ClientMessages>
      )}
    </>
  )
}
