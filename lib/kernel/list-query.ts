import { z } from 'zod'

const maxItems = 200

/** The query fields of every list of the management API. */
export const listQueryFields = {
  limit: z
    .preprocess(
      (text) => (typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : text),
      z.int('malformed').min(1, 'out_of_range').max(maxItems, 'out_of_range'),
    )
    .default(50)
    .meta({ description: 'The most items in the response, 1 to 200.', example: 200 }),
  cursor: z
    .string()
    .max(512, 'malformed')
    .optional()
    .meta({ description: 'Where to go on: `next` of the previous response. Empty: at the beginning.', default: '' }),
}

/** An ID in a query, to filter by. */
export const idFilter = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'malformed')

/** An instant in a query, as Unix milliseconds. */
export const instantFilter = z.iso.datetime({ offset: true, error: 'malformed' }).transform((text) => Date.parse(text))

/** A response with a part of a list. */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    next: z.string().nullable().meta({
      description: 'The `cursor` of the next request. Null after the last item.',
      example: null,
    }),
  })
}

type Rows<Row> = Readonly<{ rows: readonly Row[]; more: boolean }>

/** A part of a list, which goes on after its last row. @param position where a row is, for `after` of the next part */
export function toListPart<Row, Item>(
  { rows, more }: Rows<Row>,
  position: (row: Row) => string,
  toItem: (row: Row) => Item,
) {
  const last = more ? rows.at(-1) : undefined
  return { items: rows.map(toItem), next: last === undefined ? null : position(last) }
}

/** The first rows of what is left of a short list. */
export function cutRows<Row>(rest: readonly Row[], limit: number): Rows<Row> {
  return { rows: rest.slice(0, limit), more: rest.length > limit }
}
