import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentSite } from '#app/(portal)/_preferences/site.ts'
import { IncompleteLink, UnusableLink } from '#app/(portal)/_session/unusable-link.tsx'
import { SingleColumn } from '#components/single-column.tsx'
import { findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { readPasswordLength } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { linkingPurposes } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import { readProviderChoices } from '#lib/domain/sign-in/sign-in-providers/provider-choices.ts'
import { type ProviderChoice, providerPath } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { getServices } from '#lib/foundation/services.ts'
import { SetPasswordForm } from './set-password-form.tsx'

export const generateMetadata = pageTitle('signIn', (t) => t('setPassword.title'))

/** Sets a password through a link. Viewing the page doesn't use the link up. */
export default async function SetPasswordPage({ searchParams }: PageProps<'/set-password'>) {
  const { token } = await searchParams
  if (typeof token !== 'string' || token === '') return <IncompleteLink />
  const services = await getServices()
  const user = await findLinkedUser(services, token)
  if (!user) return <UnusableLink />
  const [t, length, invited, isOff] = await Promise.all([
    portalTranslator('signIn'),
    readPasswordLength(services, user.id),
    findLinkedUser(services, token, linkingPurposes),
    arePasswordsOff(services.db, user),
  ])
  if (isOff && !invited) return <UnusableLink />
  const providers = invited ? await readProviderChoices(services) : []
  return (
    <SingleColumn site={await currentSite()}>
      <h1>{t(isOff ? 'provider.invitation' : 'setPassword.title')}</h1>
      <p>{t(isOff ? 'provider.invitationWhy' : 'setPassword.why', { name: user.name })}</p>
      {!isOff && (
        <ClientMessages namespaces={['signIn']}>
          <SetPasswordForm token={token} username={user.username} length={length} />
        </ClientMessages>
      )}
      {providers.map((provider) => (
        <ProviderForm key={provider.id} provider={provider} token={token} />
      ))}
    </SingleColumn>
  )
}

type Props = Readonly<{ provider: ProviderChoice; token: string }>

/** A form, so that no other site can send a browser to link an identity. The document that follows is not Next's. */
async function ProviderForm({ provider: { id, label }, token }: Props) {
  const t = await portalTranslator('signIn')
  return (
    <form method="post" action={providerPath(id)}>
      <input type="hidden" name="link" value={token} />
      <button type="submit" className="lk-button" data-variant="secondary" data-wraps>
        {t('provider.continueWith', { label })}
      </button>
    </form>
  )
}
