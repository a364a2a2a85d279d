import { z } from 'zod'
import { tags } from '#lib/foundation/api/tags.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import {
  contentOf,
  type DescribedError,
  errorsByStatus,
  exampleRequestId,
} from '#lib/web/openapi/described-responses.ts'
import { eventWebhook } from '#lib/web/openapi/event-webhook.ts'
import { formComponents, formContent } from '#lib/web/openapi/form-content.ts'
import { exampleOfSchema, type JsonSchema, toJsonSchema } from '#lib/web/openapi/json-schema.ts'
import type { HeaderDescriptions, Operation, SecurityScheme } from '#lib/web/openapi/operation.ts'
import { introduction, operations } from '#lib/web/openapi/operations.ts'
import { writeSamples } from '#lib/web/openapi/write-samples.ts'

type Example = Readonly<{ summary?: string; value: unknown }>
type Content = Readonly<Record<string, Readonly<{ schema: JsonSchema; examples?: Readonly<Record<string, Example>> }>>>
type Header = Readonly<{ description: string; required: boolean; schema: JsonSchema }>
type Response = Readonly<{ description: string; headers: Readonly<Record<string, Header>>; content?: Content }>

export type DocumentedOperation = ReturnType<typeof documentOperation>
export type OpenApiDocument = ReturnType<typeof openApiDocument>

const securitySchemes: Readonly<Record<SecurityScheme, Readonly<Record<string, string>>>> = {
  apiKey: {
    type: 'http',
    scheme: 'basic',
    description: 'Key ID and secret of an API key by HTTP Basic (RFC 6749 §2.3.1). They may be form fields instead.',
  },
  accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token (RFC 6750).' },
}

const commonHeaders = {
  'X-Request-Id': 'The ID of the request, as in the server log.',
  'Cache-Control': 'Whether the response may be cached.',
  'X-Content-Type-Options': '`nosniff`.',
}
const errorHeaders: HeaderDescriptions = {
  'WWW-Authenticate': 'How to authenticate (RFC 9110 §11.6.1).',
  'Retry-After': 'The number of seconds to wait.',
  Allow: 'The supported methods.',
}

/** The API as an OpenAPI 3.1 document with the URLs of this server. */
export function openApiDocument(baseUrl: string) {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(
    ([path, methods]): [string, Record<string, DocumentedOperation>] => [
      path,
      Object.fromEntries(methods.map((each) => [each.method.toLowerCase(), documentOperation(each, baseUrl)])),
    ],
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Latchkey',
      version: '1',
      description: Object.values(introduction).join('\n\n'),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this server', url: baseUrl },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    webhooks: { event: { post: documentWebhook() } },
    components: { schemas: formComponents, securitySchemes },
  } as const
}

function documentOperation(operation: Operation, baseUrl: string) {
  const { id, tag, summary, description, security = [] } = operation
  const { header, ...inUrl } = operation.parameters ?? {}
  const parameters = Object.entries(inUrl).flatMap(documentParameters)
  const samples = writeSamples(operation, baseUrl)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, ...describeHeaders(operation, header)].join('\n\n'),
    // OpenAPI has no scheme for an API key in the form, hence the alternative without a scheme.
    security: [...security.map((scheme) => ({ [scheme]: [] })), ...(security.includes('apiKey') ? [{}] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...documentBody(operation),
    responses: documentResponses(operation),
    ...(samples.length > 0 && { 'x-codeSamples': samples }),
  }
}

/**
 * All headers are optional. As parameters, importers such as Postman's would send a placeholder in each: no proof,
 * another version, and one `Idempotency-Key` for different requests.
 */
function describeHeaders(operation: Operation, header = z.object({})): readonly string[] {
  const all = takesProof(operation) ? header.extend(proofHeader.shape) : header
  const { properties = {} } = toJsonSchema(all, 'input')
  const lines = Object.entries(properties).map(([name, { description = '' }]) => `- \`${name}\`: ${description}`)
  return lines.length === 0 ? [] : [['Optional headers:', '', ...lines].join('\n')]
}

/** Tokens are bound at their issue, and proven wherever they are presented (RFC 9449 §5, §7). */
function takesProof({ id, security = [] }: Operation): boolean {
  return id === 'issueTokens' || security.includes('accessToken')
}

const proofHeader = z.object({
  DPoP: z.string().optional().meta({
    description: 'A proof of the key that the tokens are bound to (RFC 9449 §4.2), once for each request.',
  }),
})
const nonceHeader = { 'DPoP-Nonce': 'The `nonce` of the next proof. Only if the request has a proof.' }

function documentBody({ form, json }: Operation) {
  if (form) return { requestBody: { required: true, content: formContent(form) } }
  if (!json) return {}
  const schema = toJsonSchema(json.schema, 'input')
  const content = { [json.contentType]: { schema, examples: { example: { value: exampleOfSchema(schema) } } } }
  return { requestBody: { required: true, content } }
}

function documentWebhook() {
  const { id, summary, description, headers, body, responses } = eventWebhook
  return {
    operationId: id,
    tags: ['Events'],
    summary,
    description,
    security: [],
    parameters: documentParameters(['header', headers]),
    requestBody: { required: true, content: jsonContent(body) },
    responses: Object.fromEntries(Object.entries(responses).map(([status, said]) => [status, { description: said }])),
  }
}

function documentParameters([location, parameters]: readonly [string, z.ZodObject]) {
  const { properties = {}, required = [] } = toJsonSchema(parameters, 'input')
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: location,
    description,
    required: required.includes(name),
    // A list is one value with commas.
    ...(schema.type === 'array' && { explode: false }),
    schema,
  }))
}

function documentResponses(operation: Operation): Readonly<Record<string, Response>> {
  const responses = operation.responses.map(({ status, description, headers, optionalHeaders }) => {
    const content = documentContent(operation, status)
    const optional = { ...optionalHeaders, ...(takesProof(operation) && nonceHeader) }
    const response = { description, headers: documentHeaders(headers, optional), ...(content && { content }) }
    return [status, response] as const
  })
  const errors = [...errorsByStatus(operation)].map(
    ([status, described]) => [status, documentErrors(operation, status, described)] as const,
  )
  return Object.fromEntries<Response>([...responses, ...errors])
}

function documentErrors(operation: Operation, status: number, errors: readonly DescribedError[]): Response {
  const names = Object.keys(errorHeaders).filter((name) => errors.some(({ headers }) => headers.includes(name)))
  const isRequired = (name: string) => errors.every(({ headers }) => headers.includes(name))
  const pick = (chosen: readonly string[]) => Object.fromEntries(chosen.map((name) => [name, errorHeaders[name] ?? '']))
  return {
    description: errors.map(({ condition }) => condition).join(' '),
    headers: documentHeaders(pick(names.filter(isRequired)), {
      ...pick(names.filter((name) => !isRequired(name))),
      ...(takesProof(operation) && nonceHeader),
    }),
    content: documentContent(operation, status, documentExamples(operation, errors)) ?? {},
  }
}

function documentExamples({ refusedAs }: Operation, errors: readonly DescribedError[]): Record<string, Example> {
  const t = translatorFor('en', 'errors')
  const examples = errors.map(({ code, condition, refusal: { error, description } }) => {
    const body = { error, error_description: description, requestId: exampleRequestId }
    return [code, { summary: condition, value: refusedAs === 'page' ? t(`refusals.${code}.title`) : body }] as const
  })
  return Object.fromEntries(examples)
}

function documentContent(
  operation: Operation,
  status: number,
  examples?: Readonly<Record<string, Example>>,
): Content | undefined {
  const content = contentOf(operation, status)
  if (content === 'nothing' || content === undefined) return undefined
  if (content === 'page') return { 'text/html': { schema: { type: 'string' }, ...(examples && { examples }) } }
  const { contentType } = operation.responses.find((response) => response.status === status) ?? {}
  return jsonContent(content, examples, contentType)
}

/** @param examples by default one, made of the examples of the fields */
function jsonContent(
  content: z.ZodType,
  examples?: Readonly<Record<string, Example>>,
  contentType = 'application/json',
): Content {
  const schema = toJsonSchema(content, 'output')
  return { [contentType]: { schema, examples: examples ?? { example: { value: exampleOfSchema(schema) } } } }
}

function documentHeaders(
  required: HeaderDescriptions = {},
  optional: HeaderDescriptions = {},
): Readonly<Record<string, Header>> {
  const document = (headers: HeaderDescriptions, isRequired: boolean) =>
    Object.entries(headers).map(([name, description]): [string, Header] => [
      name,
      { description, required: isRequired, schema: { type: 'string' } },
    ])
  return Object.fromEntries([...document({ ...commonHeaders, ...required }, true), ...document(optional, false)])
}
