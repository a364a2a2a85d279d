import { IconDownload } from '@tabler/icons-react'
import { redirect } from 'next/navigation'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import {
  pageTitle,
  portalFormatter,
  portalTranslator,
  readPreferences,
} from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import {
  activityExportHref,
  activityHref,
  activityNewHref,
  cleanActivityHref,
  type ActivityFilter as Filter,
  filterNames,
  readActivityFilter,
  readActivityPage,
  toParameters,
} from '#app/(portal)/_urls/activity-url.ts'
import { leakDeskPath } from '#app/(portal)/_urls/leak-desk-url.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { type FoldPage, listEventFolds } from '#lib/domain/events/activity/list-event-folds.ts'
import { eventsPerPage } from '#lib/domain/events/activity/list-events.ts'
import { type FoundNames, listNamed, namedFilters } from '#lib/domain/events/activity/named-filters.ts'
import { normalizeEventQuery } from '#lib/domain/events/activity/normalize-event-query.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { type FieldProblems, isRefusal } from '#lib/kernel/errors.ts'
import { ActivityFilters } from './_components/activity-filters.tsx'
import { EventDays } from './_components/event-days.tsx'
import { LiveSwitch } from './_components/live-switch.tsx'
import { SavedViews } from './_components/saved-views.tsx'
import styles from './activity.module.css'

const listId = 'activity-events'

/** How far back live mode looks for events that were not on the page: they commit late, or clocks differ. */
const liveOverlapMs = minuteMs

export const generateMetadata = pageTitle('activity', (t) => t('title'))

/** The Activity page: audit events to filter, read, print and export. */
export default async function ActivityPage({ searchParams }: PageProps<'/activity'>) {
  const actor = await requireManagerPage()
  const [services, t, leakDesk, format, parameters] = await Promise.all([
    getServices(),
    portalTranslator('activity'),
    portalTranslator('leakDesk'),
    portalFormatter(),
    searchParams,
  ])
  const clean = cleanActivityHref(parameters)
  if (clean) redirect(clean)
  const filter = readActivityFilter(parameters)
  const since = services.clock.now() - liveOverlapMs
  const { page, named, problems, applied } = await readPage(services, actor, {
    ...filter,
    ...readActivityPage(parameters),
  })
  const choices = await listChoices(services, actor, filter, problems)
  const actions = (
    <>
      {page.newer === null && (
        <ClientMessages namespaces={['liveEvents']} forms={false}>
          <LiveSwitch
            url={activityNewHref(applied, since)}
            knownIds={newestIds(page, since)}
            maxIds={eventsPerPage}
            listId={listId}
          />
        </ClientMessages>
      )}
      <LinkButton href={leakDeskPath}>{leakDesk('title')}</LinkButton>
      <LinkButton href={activityExportHref(applied)} plain download>
        <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        {t('export')}
      </LinkButton>
    </>
  )
  return (
    <>
      <PageHeader title={t('title')} action={actions}>
        {t('why')}
      </PageHeader>
      <ActivityFilters filter={{ ...filter, ...idsOf(named) }} named={named} problems={problems} choices={choices}>
        <SavedViews actor={actor} query={new URLSearchParams(toParameters(applied)).toString()} />
      </ActivityFilters>
      <p className={styles.printed}>{describeFilter({ ...applied, ...namesOf(named) }, t)}</p>
      <div id={listId} className={styles.events} tabIndex={-1}>
        {page.folds.length > 0 ? (
          <EventDays folds={page.folds} />
        ) : (
          <EmptyState
            noun="event"
            title={t('emptyTitle')}
            action={Object.keys(toParameters(applied)).length > 0 && <ClearFilters />}
          >
            {t('emptyWhy')}
          </EmptyState>
        )}
      </div>
      {page.searchedTo !== null && (
        <p className={styles.searched}>
          {t('searchedTo', { day: format.dateTime(page.searchedTo, { dateStyle: 'medium' }) })}
        </p>
      )}
      <div className={styles.pages}>
        <Pagination
          label={t('pages')}
          previous={{ label: t('newer'), href: page.newer ? activityHref(applied, { after: page.newer }) : undefined }}
          next={{ label: t('older'), href: page.older ? activityHref(applied, { before: page.older }) : undefined }}
        />
      </div>
    </>
  )
}

/** As many as live mode asks for. */
function newestIds({ folds }: FoldPage, since: number): readonly string[] {
  const newest = folds.flatMap(({ events }) => events).slice(0, eventsPerPage)
  return newest.filter(({ at }) => at >= since).map(({ id }) => id)
}

async function ClearFilters() {
  const t = await portalTranslator('widgets')
  return <LinkButton href={activityHref({})}>{t('clearFilters')}</LinkButton>
}

/** Print replaces the form with the active filter above the list. */
function describeFilter(filter: Filter, t: (name: keyof Filter) => string): string {
  const given = filterNames.filter((name) => filter[name] !== '')
  return given.map((name) => `${t(name)}: ${filter[name]}`).join('\u00a0· ')
}

function idsOf(named: FoundNames): Partial<Filter> {
  return Object.fromEntries(Object.entries(named).map(([name, { id }]) => [name, id]))
}

function namesOf(named: FoundNames): Partial<Filter> {
  return Object.fromEntries(Object.entries(named).map(([name, found]) => [name, found.name]))
}

/** What the names may mean that several have. */
async function listChoices(services: Services, actor: PortalUser, filter: Filter, problems: FieldProblems) {
  const several = namedFilters.filter((name) => problems[name] === 'several_match')
  const listed = several.map(
    async (name) => [name, await listNamed(services, actor, { filter: name, text: filter[name] })] as const,
  )
  return Object.fromEntries(await Promise.all(listed))
}

type Reading = Readonly<{
  page: FoldPage
  named: FoundNames
  problems: FieldProblems
  /** The filter without invalid fields, with IDs instead of names. */
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
    const settled = await normalizeEventQuery(services, actor, { fields, timeZone })
    const page = await listEventFolds(services, actor, { ...settled, timeZone })
    const applied = { ...readActivityFilter(fields), ...idsOf(settled.named) }
    return { page, named: settled.named, problems, applied }
  } catch (error) {
    const found = isRefusal(error) ? error.fields : undefined
    const readable = Object.entries(fields).filter(([name]) => found?.[name] === undefined)
    // An unknown name is only detected once the other fields are valid.
    if (readable.length === Object.keys(fields).length) throw error
    return readPage(services, actor, Object.fromEntries(readable), { ...problems, ...found })
  }
}
