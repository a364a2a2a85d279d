import { findLinkedUser } from '#lib/password-links/set-password-link.ts'
import { getServices } from '#lib/services.ts'
import { SingleColumn } from '../../components/single-column.tsx'
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
  const user = await findLinkedUser(await getServices(), token)
  if (!user) return <UnusableLink />
  const t = await portalTranslator('signIn')
  return (
    <SingleColumn site={await currentSite()}>
      <h1>{t('setPassword.title')}</h1>
      <p>{t('setPassword.why', { name: user.name })}</p>
      <ClientMessages namespaces={['signIn']}>
        <SetPasswordForm token={token} username={user.username} />
      </ClientMessages>
    </SingleColumn>
  )
}
