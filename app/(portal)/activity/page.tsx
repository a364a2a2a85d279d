import { type EventPage, listEvents } from '#lib/activity/list-events.ts'
import { normalizeEventQuery } from '#lib/activity/normalize-event-query.ts'
import type { PortalUser } from '#lib/actor.ts'
import { type FieldProblems, isRefusal } from '#lib/errors.ts'
import { getServices, type Services } from '#lib/services.ts'
import { listUsers } from '#lib/users/find-users.ts'
import type { User } from '#lib/users/user.ts'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { Pagination } from '../../../components/ui/pagination.tsx'
import { pageTitle, portalTranslator, readPreferences } from '../_preferences/preferences.ts'
import { requireManagerPage } from '../_session/user.ts'
import { ActivityFilter } from './_components/activity-filter.tsx'
import { EventList } from './_components/event-list.tsx'
import styles from './activity.module.css'
import {
  activityExportHref,
  activityHref,
  type ActivityFilter as Filter,
  filterNames,
  readActivityFilter,
  readActivityPage,
} from './activity-url.ts'

/** Suggested names; others can be typed. */
const offeredUsers = 200

export const generateMetadata = pageTitle('activity', (t) => t('title'))

/** The Activity page: audit events to filter, read, print and export. */
export default async function ActivityPage({ searchParams }: PageProps<'/activity'>) {
  const actor = await requireManagerPage()
  const [services, t, parameters] = await Promise.all([getServices(), portalTranslator('activity'), searchParams])
  const filter = readActivityFilter(parameters)
  const [{ page, filteredUser, problems, applied }, { users }] = await Promise.all([
    readPage(services, actor, { ...filter, ...readActivityPage(parameters) }),
    listUsers(services, actor, { perPage: offeredUsers }),
  ])
  const exportLink = (
    <LinkButton href={activityExportHref(applied)} plain download>
      {t('export')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={t('title')} action={exportLink}>
        {t('why')}
      </PageHeader>
      <ActivityFilter filter={filter} user={filteredUser} users={users} problems={problems} />
      <p className={styles.printed}>{describeFilter(applied, t)}</p>
      {page.events.length > 0 ? (
        <EventList events={page.events} />
      ) : (
        <EmptyState title={t('emptyTitle')}>{t('emptyWhy')}</EmptyState>
      )}
      <Pagination
        label={t('pages')}
        previous={{ label: t('newer'), href: page.newer ? activityHref(applied, { after: page.newer }) : undefined }}
        next={{ label: t('older'), href: page.older ? activityHref(applied, { before: page.older }) : undefined }}
      />
    </>
  )
}

/** Print replaces the form with the active filter above the list. */
function describeFilter(filter: Filter, t: (name: keyof Filter) => string): string {
  const given = filterNames.filter((name) => filter[name] !== '')
  return given.map((name) => `${t(name)}: ${filter[name]}`).join(' · ')
}

type Reading = Readonly<{
  page: EventPage
  filteredUser: User | undefined
  problems: FieldProblems
  /** The filter without invalid fields. */
  applied: Filter
}>

type Fields = Readonly<Record<string, string>>

/** Parses the URL. Reports invalid fields and applies the others. */
async function readPage(
  services: Services,
  actor: PortalUser,
  fields: Fields,
  problems: FieldProblems = {},
): Promise<Reading> {
  const { timeZone } = await readPreferences()
  try {
    const settled = await normalizeEventQuery(services, actor, fields, timeZone)
    const page = await listEvents(services, actor, settled.filter, settled.turn)
    return { page, filteredUser: settled.person, problems, applied: readActivityFilter(fields) }
  } catch (error) {
    const found = isRefusal(error) ? error.fields : undefined
    const readable = Object.entries(fields).filter(([name]) => found?.[name] === undefined)
    // An unknown username is only detected once the other fields are valid.
    if (readable.length === Object.keys(fields).length) throw error
    return readPage(services, actor, Object.fromEntries(readable), { ...problems, ...found })
  }
}
