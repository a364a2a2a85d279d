const names = new Map<string, string>()
const keptNames = 500

/** In front of a statement whose best plan depends on its parameters: it is planned at each execution. */
export const replanEachTime = '/* plan anew */'

/**
 * The name under which each connection keeps a statement prepared: Kysely hands over the same texts again and again.
 * @returns undefined for one that is not to be kept
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  // Texts beyond these have lists of varying length in them.
  if (names.size >= keptNames || text.includes(replanEachTime)) return undefined
  const name = `latchkey_${names.size + 1}`
  names.set(text, name)
  return name
}
