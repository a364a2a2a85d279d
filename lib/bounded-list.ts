import { z } from 'zod'

/** A list whose length is checked before any entry is parsed: `.max()` alone parses every entry first. */
export function boundedList<Entry extends z.ZodType>(entry: Entry, max: number, problem: string) {
  return z.array(z.unknown(), 'malformed').max(max, problem).pipe(z.array(entry))
}

/** A name on one line, in any script. Every `error` is a problem code, which the interface translates. */
export function oneLineText(maxLength: number) {
  return z
    .string({ error: ({ input }) => ((input ?? null) === null ? 'required' : 'malformed') })
    .trim()
    .min(1, 'required')
    .max(maxLength, 'too_long')
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'malformed')
}
