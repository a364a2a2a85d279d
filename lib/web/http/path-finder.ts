/**
 * Finds the value of a path: of one without parameters before one with. Paths are in the notation of the folders below
 * `app`.
 */
export function toPathFinder<Value>(byPath: readonly (readonly [path: string, Value])[]) {
  const fixed = new Map(byPath.filter(([path]) => !path.includes('[')))
  const patterns = byPath
    .filter(([path]) => path.includes('['))
    .map(([path, value]) => [toPathPattern(path), value] as const)
  return (pathname: string): Value | undefined =>
    fixed.get(pathname) ?? patterns.find(([pattern]) => pattern.test(pathname))?.[1]
}

/** No segment is empty: Next redirects from doubled slashes. */
export function toPathPattern(path: string): RegExp {
  const segments = path
    .replace(/\/\[\[\.\.\.\w+\]\]/, '(?:/[^/]+)*')
    .replace(/\/\[\.\.\.\w+\]/, '(?:/[^/]+)+')
    .replace(/\[\w+\]/g, '[^/]+')
  return new RegExp(`^${segments}$`)
}
