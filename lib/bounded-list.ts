import { z } from 'zod'

/**
 * A list of at most `max` entries. The length is checked before any entry is parsed: a schema with `.max()` alone
 * parses every entry of an oversized list first.
 */
export function boundedList<Entry extends z.ZodType>(entry: Entry, max: number, problem: string) {
  return z.array(z.unknown(), 'malformed').max(max, problem).pipe(z.array(entry))
}
