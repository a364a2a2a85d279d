import { z } from 'zod'
import { scopeMissing } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import type { ApiOperation, HolderOperation, ScopedOperation } from '#lib/foundation/api/operation.ts'
import { listParameters, methodOf, pathOf } from '#lib/foundation/api/path.ts'
import { accessTokenRefusals, commonRefusals, type Refused } from '#lib/foundation/api/refusals.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import { listSchema } from '#lib/kernel/list-query.ts'
import type { DescribedResponse, HeaderDescriptions, Operation } from '#lib/web/openapi/operation.ts'

/** The published description of an operation of the management API. */
export function describeOperation(operation: ApiOperation): Operation {
  const { id, route, noun, summary, query, sample } = operation
  const path = z.object(
    Object.fromEntries(listParameters(route).map((name) => [name, noun.parameters?.[name] ?? z.string()])),
  )
  return {
    id,
    method: methodOf(route),
    path: pathOf(route),
    tag: noun.tag,
    summary,
    security: ['accessToken'],
    ...(operation.scope === null ? describeHolder(operation) : describeScoped(operation)),
    parameters: {
      ...(listParameters(route).length > 0 && { path }),
      ...(query && { query }),
      ...(operation.scope !== null && { header: describeHeaders(operation) }),
    },
    ...(sample && { samples: [{ ...sample, authorization }] }),
  }
}

type Described = Pick<Operation, 'description' | 'responses' | 'refusals' | 'namesFields' | 'json'>

const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const

function describeHolder({ description, returns = '', response, refusals = [] }: HolderOperation): Described {
  return {
    description,
    responses: [{ status: 200, description: returns, ...(response && { content: response }) }],
    refusals: [...refusals, ...accessTokenRefusals, ...commonRefusals],
  }
}

function describeScoped(operation: ScopedOperation): Described {
  const { scope, description } = operation
  return {
    description: [description, `Requires the scope \`${scope}\`.`].filter(Boolean).join('\n\n'),
    responses: describeResponses(operation),
    refusals: describeRefusals(operation),
    namesFields: true,
    ...describeBody(operation),
  }
}

function describeBody({ route, body, object, lines }: ScopedOperation): Pick<Operation, 'json'> {
  if (lines) return { json: { contentType: 'application/x-ndjson', schema: lines } }
  const schema = body ?? object
  if (!schema) return {}
  const isPatch = methodOf(route) === 'PATCH'
  return { json: { contentType: isPatch ? 'application/merge-patch+json' : 'application/json', schema } }
}

/** Of every successful response. */
const quotaHeaders: HeaderDescriptions = {
  RateLimit: 'How many requests are left (`r`), and the seconds until all are (`t`).',
  'RateLimit-Policy': 'How many requests a key may send (`q`) in how many seconds (`w`).',
}

function describeResponses(operation: ScopedOperation): readonly DescribedResponse[] {
  const { route, noun, list, lines, response, creates, mayCreate, conditional } = operation
  const content = list ? listSchema(list) : response
  const headers = { ...(conditional && { ETag: noun.version ?? '' }), ...quotaHeaders }
  const headersOfNew = { ...headers, ...(conditional && { Location: noun.location ?? '' }) }
  const first: DescribedResponse = {
    status: content === undefined ? 204 : creates ? 201 : 200,
    description: operation.returns ?? 'A part of the list.',
    headers: creates ? headersOfNew : headers,
    ...(content && { content }),
    ...(lines && { contentType: 'application/x-ndjson' }),
  }
  const isRead = methodOf(route) === 'GET'
  return [
    first,
    ...(mayCreate === undefined ? [] : [{ ...first, status: 201, description: mayCreate, headers: headersOfNew }]),
    ...(conditional && isRead ? [{ status: 304, description: 'The client has this version.', headers }] : []),
  ]
}

const headerText = (description: string) => z.string().optional().meta({ description })
const idempotencyKey = z.string().max(130).optional().meta({
  description:
    'A new text of up to 128 characters for each request. Within 24 hours, the same one gets the same response.',
})

function describeHeaders({ route, noun, creates, conditional }: ScopedOperation): z.ZodObject {
  const isChange = conditional && !creates && methodOf(route) !== 'GET'
  return z.object({
    ...(creates && { 'Idempotency-Key': idempotencyKey }),
    ...(isChange && { 'If-Match': headerText(noun.condition ?? '') }),
    ...(isChange && methodOf(route) === 'PUT' && { 'If-None-Match': headerText('`*`: only create it.') }),
  })
}

const wrongQuery: Refused = { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' }
const wrongKey: Refused = { code: 'invalid_request', condition: 'The `Idempotency-Key` is malformed.' }
const wrongBody: readonly Refused[] = [
  {
    code: 'invalid_request',
    condition: 'The content type, the JSON, or a field is invalid. `fields` names each wrong field and its problem.',
  },
  {
    code: 'body_too_large',
    condition: 'The body is larger than 64 KiB.',
    description: 'The body is larger than 64 KiB.',
  },
]

function describeRefusals({ route, scope, refusals = [], ...operation }: ScopedOperation): readonly Refused[] {
  const { query, body, object, creates, conditional } = operation
  const hasBody = body !== undefined || object !== undefined
  const saysItself = refusals.some((refused) => typeof refused !== 'string' && refused.code === 'invalid_request')
  return [
    ...(query && !saysItself ? [wrongQuery] : []),
    ...(hasBody ? wrongBody : []),
    ...(creates && !hasBody ? [wrongKey] : []),
    ...refusals,
    ...(creates ? (['idempotency_key_reused'] as const) : []),
    ...(conditional && !creates && methodOf(route) !== 'GET' ? (['precondition_failed'] as const) : []),
    ...accessTokenRefusals,
    ...describeQuota(scope),
    ...commonRefusals,
  ]
}

function describeQuota(scope: ManagementScope): readonly Refused[] {
  return [
    {
      code: 'insufficient_scope',
      condition:
        'The access token does not have the scope, or the owner of its API key is no longer an owner or admin.',
      description: scopeMissing(scope),
    },
    {
      code: 'too_many_requests',
      condition:
        'There were too many failures, or too many requests of the API key. `Retry-After` contains the number of seconds to wait.',
    },
  ]
}
