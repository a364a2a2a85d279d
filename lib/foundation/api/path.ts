import type { ApiRoute } from '#lib/foundation/api/operation.ts'

export type Params = Readonly<Record<string, string>>

export function methodOf(route: ApiRoute) {
  return route.slice(0, route.indexOf(' ')) as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
}

export function pathOf(route: ApiRoute): string {
  return route.slice(route.indexOf(' ') + 1)
}

/** The names of its parameters, in order. */
export function listParameters(route: ApiRoute): readonly string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The path with these parameters, not encoded. */
export function fillPath(route: ApiRoute, params: Params): string {
  return pathOf(route).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

/** Reads the parameters from a path of the route. One with a malformed percent-encoding is a text that is no ID. */
export function parameterReader(route: ApiRoute): (pathname: string) => Params {
  const segments = pathOf(route).split('/')
  const places = segments.flatMap((segment, index) =>
    segment.startsWith('{') ? [[segment.slice(1, -1), index] as const] : [],
  )
  return (pathname) => {
    const sent = pathname.split('/')
    return Object.fromEntries(places.map(([name, index]) => [name, decode(sent[index] ?? '')]))
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return '%'
  }
}
