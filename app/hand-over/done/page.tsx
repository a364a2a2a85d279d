import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentSite } from '#app/(portal)/_preferences/site.ts'
import { Refusal } from '#components/refusal.tsx'
import { SingleColumn } from '#components/single-column.tsx'

export const generateMetadata = pageTitle('handOver', (t) => t('done.title'))

/** Where the recipient of a key goes once its secret is stored. */
export default async function HandOverDonePage() {
  const t = await portalTranslator('handOver')
  return (
    <SingleColumn site={await currentSite()}>
      <Refusal title={t('done.title')} why={t('done.why')} />
    </SingleColumn>
  )
}
