/** The query parameters that Next passes to a page. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** The parameters of a URL; those that are `undefined` are omitted. */
export type UrlParameters = Readonly<Record<string, string | number | undefined>>

/** A parameter's text; empty if it is missing or repeated. */
export function textOf(value: Query[string]): string {
  return typeof value === 'string' ? value.trim() : ''
}

export function toHref(path: string, parameters: UrlParameters, fragment?: string): string {
  const query = toQueryText(parameters)
  return `${path}${query && `?${query}`}${fragment ? `#${fragment}` : ''}`
}

/** The parameters as one hidden form field. */
export function toQueryText(parameters: UrlParameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(given).toString()
}

export function fromQueryText(text: string): Query {
  return Object.fromEntries(new URLSearchParams(text))
}
