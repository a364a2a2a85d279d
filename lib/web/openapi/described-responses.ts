import { z } from 'zod'
import { conditions, type Refused, type RefusedCode } from '#lib/foundation/api/refusals.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { refusalHeaders, retryHeaders } from '#lib/web/http/refusal-response.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'

/** `headers` are those that not every response has. */
export type DescribedError = Readonly<{
  code: RefusedCode
  condition: string
  refusal: Refusal
  headers: readonly string[]
}>

export const exampleRequestId = 'req_GnzuvbkDUwubHIpLKACs'

/** The errors of an operation by status, ascending. */
export function errorsByStatus({ refusals, refusedAs }: Operation): ReadonlyMap<number, readonly DescribedError[]> {
  const errors = refusals.map((refused) => describeError(refused, refusedAs))
  const sorted = errors.toSorted((one, other) => one.refusal.status - other.refusal.status)
  return Map.groupBy(sorted, ({ refusal }) => refusal.status)
}

function describeError(refused: Refused, refusedAs: Operation['refusedAs']): DescribedError {
  const { code, condition, ...own } =
    typeof refused === 'string' ? { code: refused, condition: conditions[refused] } : refused
  const refusal = new Refusal(code, { ...own, ...(code === 'too_many_requests' && { retryAfterSeconds: 30 }) })
  const sent = refusedAs === 'page' ? retryHeaders(refusal) : refusalHeaders(refusal, exampleRequestId)
  const headers = ['WWW-Authenticate', 'Retry-After'].filter((name) => name in sent)
  return { code, condition, refusal, headers: code === 'method_not_allowed' ? [...headers, 'Allow'] : headers }
}

/** The body of a response; undefined if the operation describes no response of this status. */
export function contentOf(operation: Operation, status: number): z.ZodType | 'page' | 'nothing' | undefined {
  const response = operation.responses.find((described) => described.status === status)
  if (response) return response.content ?? 'nothing'
  const errors = errorsByStatus(operation).get(status)
  if (!errors) return undefined
  return operation.refusedAs === 'page'
    ? 'page'
    : errorSchema([...new Set(errors.map(({ refusal }) => refusal.error))].toSorted(), operation.namesFields)
}

function errorSchema(codes: readonly string[], namesFields?: true) {
  return z
    .strictObject({
      error: z.enum(codes).meta({ description: 'The error code, for programs.' }),
      error_description: z.string().meta({ description: 'An explanation for developers. The text may change.' }),
      ...(namesFields && {
        fields: z.record(z.string(), z.string()).optional().meta({
          description:
            'The problem of each wrong field, such as `required`, `malformed`, `too_long`, `unknown` or `taken`.',
        }),
      }),
      requestId: z.string().meta({ description: 'The ID of the request, also in `X-Request-Id`.' }),
    })
    .meta({ component: nameError(codes, namesFields) })
}

/** What the schema of one error or two is called among the components of the document. */
function nameError(codes: readonly string[], namesFields?: true): string | undefined {
  if (codes.length > 2) return undefined
  const words = codes.map((code) =>
    code
      .split('_')
      .map(capitalize)
      .join('')
      .replace(/Error$/, ''),
  )
  return `${words.join('Or')}Error${namesFields ? 'WithFields' : ''}`
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
