import { type EventPlace, formatEventPlace } from '#lib/domain/events/activity/event-filter.ts'
import { type Query, textOf, toHref } from './list-url.ts'

export const filterNames = ['person', 'account', 'key', 'kind', 'network', 'from', 'to', 'period'] as const

export type ActivityFilter = Readonly<Record<(typeof filterNames)[number], string>>

/** The parameters as text. Missing and repeated ones are empty. */
export function readActivityFilter(query: Query): ActivityFilter {
  return Object.fromEntries(filterNames.map((name) => [name, textOf(query[name])])) as ActivityFilter
}

/** The same URL without empty parameters, which a form sends without scripts; `undefined` if it has none. */
export function cleanActivityHref(query: Query): string | undefined {
  if (!Object.values(query).includes('')) return undefined
  const { before, after } = readActivityPage(query)
  return toHref('/activity', {
    ...toParameters(readActivityFilter(query)),
    before: before || undefined,
    after: after || undefined,
  })
}

/** The position in the list: at most one of the two. */
export function readActivityPage({ before, after }: Query): Readonly<{ before: string; after: string }> {
  return { before: textOf(before), after: textOf(after) }
}

type Turn = Readonly<{ before?: EventPlace; after?: EventPlace }>

export function activityHref(filter: Partial<ActivityFilter>, { before, after }: Turn = {}): string {
  const place = { before: before && formatEventPlace(before), after: after && formatEventPlace(after) }
  return toHref('/activity', { ...toParameters(filter), ...place })
}

export function activityExportHref(filter: ActivityFilter): string {
  return toHref('/activity/export', toParameters(filter))
}

/** The receipt of a sign-in link. */
export function grantHref(grantId: string): string {
  return `/activity/grants/${encodeURIComponent(grantId)}`
}

/** Where live mode requests the IDs of events since an instant. */
export function activityNewHref(filter: ActivityFilter, since: number): string {
  return toHref('/activity/new', { ...toParameters(filter), since: String(since) })
}

/** The filter's parameters, without empty ones. */
export function toParameters(filter: Partial<ActivityFilter>): Readonly<Record<string, string>> {
  return Object.fromEntries(filterNames.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))
}
