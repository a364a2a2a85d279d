import { z } from 'zod'
import type { Refusal } from '#lib/errors.ts'
import { refusalHeaders, retryHeaders } from '#lib/http/refusal-response.ts'
import type { DescribedAnswer, Operation } from '#lib/openapi/operation.ts'
import { describeRefused } from '#lib/openapi/refusals.ts'

/** A refusal that an operation can answer with: when, what, and which headers tell of it. */
export type DescribedRefusal = ReturnType<typeof describeRefused> & Readonly<{ headers: readonly string[] }>

export const exampleRequestId = 'req_GnzuvbkDUwubHIpLKACs'

/** The body of every JSON refusal, when `error` is one of these. */
function refusalSchema(errors: readonly string[]) {
  return z.strictObject({
    error: z.enum(errors).meta({ description: 'What a program decides by.' }),
    error_description: z.string().meta({ description: 'For the developer of the client. It may change.' }),
    requestId: z.string().meta({ description: 'The id of the request, also in `X-Request-Id`.' }),
  })
}

/** The refusals of an operation, by their status and in its order. */
export function refusalsByStatus({ refusals, refusedAs }: Operation): ReadonlyMap<number, readonly DescribedRefusal[]> {
  const described = refusals.map((refused) => {
    const told = describeRefused(refused)
    return { ...told, headers: tellingHeaders(told.refusal, refusedAs) }
  })
  const sorted = described.toSorted((one, other) => one.refusal.status - other.refusal.status)
  return Map.groupBy(sorted, ({ refusal }) => refusal.status)
}

/** Those that not every answer carries anyway. */
function tellingHeaders(refusal: Refusal, refusedAs: Operation['refusedAs']): readonly string[] {
  const headers = refusedAs === 'json' ? refusalHeaders(refusal, exampleRequestId) : retryHeaders(refusal)
  const telling = ['WWW-Authenticate', 'Retry-After'].filter((name) => name in headers)
  return refusal.code === 'method_not_allowed' ? [...telling, 'Allow'] : telling
}

/** What an answer of this status holds; undefined: it is described by nothing. */
export function contentOf(operation: Operation, status: number): DescribedAnswer['content'] | 'nothing' | undefined {
  const answer = operation.answers.find((described) => described.status === status)
  if (answer) return answer.content ?? 'nothing'
  const refused = refusalsByStatus(operation).get(status)
  if (!refused) return undefined
  return operation.refusedAs === 'page'
    ? 'page'
    : refusalSchema([...new Set(refused.map(({ refusal }) => refusal.error))])
}
