/** What the server said of a list of entries when the form was submitted. */
export type EntryRefusal = Readonly<{
  /** The invalid entries. */
  refused: readonly string[]
  /** The error of the field. */
  error: string | undefined
  max: number
  tooMany: string
}>

/**
 * The error of a list that may have changed since the server refused it: an error that names entries goes with the last
 * of them. @param wrongWords the problem of the entries, as far as is known
 */
export function findProblem<Words>(
  entries: readonly string[],
  wrongWords: Words | undefined,
  { refused, error, max, tooMany }: EntryRefusal,
): Words | string | undefined {
  if (wrongWords !== undefined) return wrongWords
  if (entries.length > max) return tooMany
  return refused.length > 0 && !refused.some((entry) => entries.includes(entry)) ? undefined : error
}
