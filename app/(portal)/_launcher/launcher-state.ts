import { firstShown, maxShown } from '#lib/accounts/launcher.ts'

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** The query parameters: `?q=` is the search, `?show=` the number of rows. Invalid values fall back to the default. */
export function readLauncherState({ q, show }: SearchParams): { query: string; shown: number } {
  const shown = typeof show === 'string' ? Number(show) : Number.NaN
  return {
    query: typeof q === 'string' ? q.trim() : '',
    shown: Number.isInteger(shown) ? Math.min(Math.max(shown, firstShown), maxShown) : firstShown,
  }
}

/** The URL of the launcher with these parameters. */
export function launcherHref(query: string, shown: number): string {
  const parameters = new URLSearchParams()
  if (query !== '') parameters.set('q', query)
  if (shown > firstShown) parameters.set('show', String(shown))
  return parameters.size > 0 ? `/?${parameters}` : '/'
}
