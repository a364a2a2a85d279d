import type { ScopedOperation } from '#lib/foundation/api/operation.ts'
import { fillPath, type Params } from '#lib/foundation/api/path.ts'
import { decodeCursor, encodeCursor } from '#lib/kernel/list-cursor.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

type Fields = Readonly<Record<string, unknown>>

/** Parses the query of a request. @throws Refusal `input_invalid` */
export function parseQuery({ query }: Pick<ScopedOperation, 'query'>, sent: Fields): Fields {
  return query ? parseInput(query, sent) : {}
}

/** Where a list goes on, by the cursor of the request. @throws Refusal `invalid_request` */
export function readAfter({ list, route }: ScopedOperation, params: Params, { cursor }: Fields): string | undefined {
  return list && typeof cursor === 'string' ? decodeCursor(fillPath(route, params), cursor) : undefined
}

/** The cursor of the next request. @param next where the list goes on, null after the last item */
export function toCursor({ route }: ScopedOperation, params: Params, next: string | null): string | null {
  return next === null ? null : encodeCursor(fillPath(route, params), next)
}
