import { Refusal } from '#components/refusal.tsx'
import { SingleColumn } from '#components/single-column.tsx'
import { pageTitle, portalTranslator } from './(portal)/_preferences/preferences.ts'
import { currentSite } from './(portal)/_preferences/site.ts'

export const generateMetadata = pageTitle('shell', (t) => t('notFound.title'))

export default async function NotFound() {
  const t = await portalTranslator('shell')
  return (
    <SingleColumn site={await currentSite()}>
      <Refusal title={t('notFound.title')} why={t('notFound.why')}>
        {/* A plain link: every script this page imports would load on all pages. */}
        <a className="lk-button" data-variant="primary" href="/">
          {t('notFound.way')}
        </a>
      </Refusal>
    </SingleColumn>
  )
}
