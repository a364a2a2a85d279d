/** Maximum number of invalid entries that an error names. */
const mostNamed = 5
const mostCharacters = 64

/** For an error message: the first entries, each truncated if too long. */
export function nameEntries(wrong: readonly string[]): { count: number; entries: string; more: number } {
  const named = wrong.slice(0, mostNamed).map((entry) => {
    return entry.length > mostCharacters ? `${entry.slice(0, mostCharacters)}…` : entry
  })
  return { count: wrong.length, entries: named.join(', '), more: wrong.length - named.length }
}
