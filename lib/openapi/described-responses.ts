import { z } from 'zod'
import type { Refusal } from '#lib/errors.ts'
import { refusalHeaders, retryHeaders } from '#lib/http/refusal-response.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { type DescribedRefusal, describeRefused } from '#lib/openapi/refusals.ts'

/** With the headers that not every response has. */
export type DescribedError = DescribedRefusal & Readonly<{ headers: readonly string[] }>

export const exampleRequestId = 'req_GnzuvbkDUwubHIpLKACs'

/** The errors of an operation by status, ascending. */
export function errorsByStatus({ refusals, refusedAs }: Operation): ReadonlyMap<number, readonly DescribedError[]> {
  const errors = refusals.map((refused) => {
    const described = describeRefused(refused)
    return { ...described, headers: specificHeaders(described.refusal, refusedAs) }
  })
  const sorted = errors.toSorted((one, other) => one.refusal.status - other.refusal.status)
  return Map.groupBy(sorted, ({ refusal }) => refusal.status)
}

function specificHeaders(refusal: Refusal, refusedAs: Operation['refusedAs']): readonly string[] {
  const headers = refusedAs === 'page' ? retryHeaders(refusal) : refusalHeaders(refusal, exampleRequestId)
  const specific = ['WWW-Authenticate', 'Retry-After'].filter((name) => name in headers)
  return refusal.code === 'method_not_allowed' ? [...specific, 'Allow'] : specific
}

/** The body of a response; undefined if the operation describes no response of this status. */
export function contentOf(operation: Operation, status: number): z.ZodType | 'page' | 'nothing' | undefined {
  const response = operation.responses.find((described) => described.status === status)
  if (response) return response.content ?? 'nothing'
  const errors = errorsByStatus(operation).get(status)
  if (!errors) return undefined
  return operation.refusedAs === 'page' ? 'page' : errorSchema([...new Set(errors.map(({ refusal }) => refusal.error))])
}

function errorSchema(codes: readonly string[]) {
  return z.strictObject({
    error: z.enum(codes).meta({ description: 'The error code, for programs.' }),
    error_description: z.string().meta({ description: 'An explanation for developers. The text may change.' }),
    requestId: z.string().meta({ description: 'The ID of the request, also in `X-Request-Id`.' }),
  })
}
