import { pageTitle, portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { LiveSearch } from '#components/live-search.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { getServices } from '#lib/foundation/services.ts'
import { EntryGroups } from './_components/entry-groups.tsx'
import { findResults } from './find-results.ts'
import styles from './page.module.css'

export const generateMetadata = pageTitle('palette', (t) => t('title'))

/** The command palette as a page, for browsers without scripts. */
export default async function JumpPage({ searchParams }: PageProps<'/jump'>) {
  const actor = await requireUser()
  const [services, t, preferences, { q }] = await Promise.all([
    getServices(),
    portalTranslator('palette'),
    readPreferences(),
    searchParams,
  ])
  const query = textOf(q)
  const { groups, status } = await findResults(services, actor, { q: query, preferences })
  return (
    <div className={styles.page}>
      <PageHeader title={t('title')} />
      <LiveSearch path="/jump" query={query} label={t('searchLabel')} scale="large" autoFocus />
      <p className={query === '' ? 'lk-unseen' : 'lk-fine'} role="status">
        {query !== '' && status}
      </p>
      <div className={`lk-card ${styles.results}`}>
        <EntryGroups groups={groups} />
      </div>
    </div>
  )
}
