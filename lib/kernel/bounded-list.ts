import { z } from 'zod'

/** A list whose length is checked before any entry is parsed: `.max()` alone parses every entry first. */
export function boundedList<Entry extends z.ZodType>(entry: Entry, max: number, problem: string) {
  return z.array(z.unknown(), 'malformed').max(max, problem).pipe(z.array(entry))
}
