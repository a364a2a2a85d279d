import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentSite } from '#app/(portal)/_preferences/site.ts'
import { IncompleteLink, UnusableLink } from '#app/(portal)/_session/unusable-link.tsx'
import { SingleColumn } from '#components/single-column.tsx'
import { isSetUpLinkUsable } from '#lib/domain/people/password-links/set-up.ts'
import { getServices } from '#lib/foundation/services.ts'
import { SetUpForm } from './set-up-form.tsx'

export const generateMetadata = pageTitle('signIn', (t) => t('setUp.title'))

/** Creates the first owner through the link that the server printed at startup. Viewing the page doesn't use it up. */
export default async function SetUpPage({ searchParams }: PageProps<'/set-up'>) {
  const { token } = await searchParams
  const t = await portalTranslator('signIn')
  if (typeof token !== 'string' || token === '') return <IncompleteLink />
  if (!(await isSetUpLinkUsable(await getServices(), token))) {
    return <UnusableLink why={t('setUp.unusableWhy')} />
  }
  return (
    <SingleColumn site={await currentSite()}>
      <h1>{t('setUp.title')}</h1>
      <p>{t('setUp.why')}</p>
      <ClientMessages namespaces={['signIn']}>
        <SetUpForm token={token} />
      </ClientMessages>
    </SingleColumn>
  )
}
