const names = new Map<string, string>()
const keptNames = 500

/** Prefix of a statement whose best plan depends on its parameters: it is planned at each execution. */
export const replanEachTime = '/* plan anew */'

/**
 * The name under which each connection keeps a statement prepared, because Kysely passes the same texts again and
 * again.
 * @returns `undefined` for a statement that isn't kept
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  // Longer texts contain lists of varying length.
  if (names.size >= keptNames || text.includes(replanEachTime)) return undefined
  const name = `latchkey_${names.size + 1}`
  names.set(text, name)
  return name
}
