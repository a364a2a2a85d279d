import { findLinkedUser } from '#lib/password-links/set-password-link.ts'
import { getServices } from '#lib/services.ts'
import { arePasswordsOff } from '#lib/sign-in-providers/passwords-off.ts'
import { readProviderChoices } from '#lib/sign-in-providers/provider-choices.ts'
import { providerPath } from '#lib/sign-in-providers/sign-in-provider.ts'
import { readPasswordLength } from '#lib/user-lifecycle/set-password.ts'
import { SingleColumn } from '../../components/single-column.tsx'
import { LinkButton } from '../../components/ui/link-button.tsx'
import { ClientMessages } from '../(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '../(portal)/_preferences/preferences.ts'
import { currentSite } from '../(portal)/_preferences/site.ts'
import { IncompleteLink, UnusableLink } from '../(portal)/_session/unusable-link.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

export const generateMetadata = pageTitle('signIn', (t) => t('setPassword.title'))

/** Sets a password through a link from an owner or admin. Viewing the page doesn't use the link up. */
export default async function SetPasswordPage({ searchParams }: PageProps<'/set-password'>) {
  const { token } = await searchParams
  if (typeof token !== 'string' || token === '') return <IncompleteLink />
  const services = await getServices()
  const user = await findLinkedUser(services, token)
  if (!user) return <UnusableLink />
  const [t, length, providers, isOff] = await Promise.all([
    portalTranslator('signIn'),
    readPasswordLength(services, user.id),
    readProviderChoices(services),
    arePasswordsOff(services.db, user),
  ])
  return (
    <SingleColumn site={await currentSite()}>
      <h1>{t(isOff ? 'provider.invitation' : 'setPassword.title')}</h1>
      <p>{t(isOff ? 'provider.invitationWhy' : 'setPassword.why', { name: user.name })}</p>
      {!isOff && (
        <ClientMessages namespaces={['signIn']}>
          <SetPasswordForm token={token} username={user.username} length={length} />
        </ClientMessages>
      )}
      {providers.map(({ id, label }) => (
        <LinkButton key={id} plain href={`${providerPath(id)}?${new URLSearchParams({ link: token })}`}>
          {t('provider.continueWith', { label })}
        </LinkButton>
      ))}
    </SingleColumn>
  )
}
