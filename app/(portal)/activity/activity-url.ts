import { type EventPlace, formatPlace } from '#lib/activity/event-filter.ts'

type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>

/** The filter's query parameters. */
export const filterNames = ['person', 'account', 'kind', 'from', 'to'] as const

export type ActivityFilter = Readonly<Record<(typeof filterNames)[number], string>>

/** The parameters as text. Missing and repeated ones are empty. */
export function readActivityFilter(parameters: SearchParams): ActivityFilter {
  const read = (name: string) => textOf(parameters[name])
  return { person: read('person'), account: read('account'), kind: read('kind'), from: read('from'), to: read('to') }
}

/** The position in the list: at most one of the two. */
export function readActivityPage(parameters: SearchParams): Readonly<{ before: string; after: string }> {
  return { before: textOf(parameters.before), after: textOf(parameters.after) }
}

type Turn = Readonly<{ before?: EventPlace; after?: EventPlace }>

/** The URL of this filter and position. */
export function activityHref(filter: Partial<ActivityFilter>, turn: Turn = {}): string {
  const parameters = toParameters(filter)
  for (const [name, listState] of Object.entries(turn)) parameters.set(name, formatPlace(listState))
  return toHref('/activity', parameters)
}

/** The URL of the CSV export of this filter. */
export function activityExportHref(filter: ActivityFilter): string {
  return toHref('/activity/export', toParameters(filter))
}

export function isFiltered(filter: ActivityFilter): boolean {
  return filterNames.some((name) => filter[name] !== '')
}

function toParameters(filter: Partial<ActivityFilter>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const name of filterNames) if (filter[name]) parameters.set(name, filter[name])
  return parameters
}

function toHref(path: string, parameters: URLSearchParams): string {
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

function textOf(value: SearchParams[string]): string {
  return typeof value === 'string' ? value.trim() : ''
}
