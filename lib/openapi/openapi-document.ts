import { translatorFor } from '#lib/i18n/translator.ts'
import { contentOf, type DescribedRefusal, exampleRequestId, refusalsByStatus } from '#lib/openapi/described-answers.ts'
import { documentForm, formComponents } from '#lib/openapi/documented-form.ts'
import { exampleOfSchema, type JsonSchema, toJsonSchema } from '#lib/openapi/json-schema.ts'
import { type Operation, type SecurityScheme, tags } from '#lib/openapi/operation.ts'
import { operations } from '#lib/openapi/operations.ts'
import { overview } from '#lib/openapi/overview.ts'
import { type WrittenSample, writeSamples } from '#lib/openapi/samples/write-samples.ts'

export type Header = Readonly<{ description: string; required: boolean; schema: JsonSchema }>
export type Example = Readonly<{ summary?: string; value?: unknown }>
export type Content = Readonly<
  Record<string, Readonly<{ schema: JsonSchema; examples?: Readonly<Record<string, Example>> }>>
>
export type Parameter = Readonly<{
  name: string
  in: string
  description: string
  required: boolean
  schema: JsonSchema
}>
export type DocumentedResponse = Readonly<{
  description: string
  headers: Readonly<Record<string, Header>>
  content?: Content
}>

export type DocumentedOperation = Readonly<{
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  security: readonly Readonly<Partial<Record<SecurityScheme, readonly string[]>>>[]
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ required: true; content: Content }>
  responses: Readonly<Record<string, DocumentedResponse>>
  'x-codeSamples'?: readonly WrittenSample[]
}>

export type OpenApiDocument = Readonly<{
  openapi: '3.1.1'
  info: Readonly<{
    title: string
    version: string
    description: string
    license: Readonly<{ name: string; identifier: string }>
    contact: Readonly<{ name: string; url: string }>
  }>
  servers: readonly Readonly<{ url: string }>[]
  tags: readonly Readonly<{ name: string; description: string }>[]
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  components: Readonly<{
    schemas: Readonly<Record<string, JsonSchema>>
    securitySchemes: Readonly<Record<SecurityScheme, Readonly<Record<string, string>>>>
  }>
}>

const securitySchemes: OpenApiDocument['components']['securitySchemes'] = {
  apiKey: {
    type: 'http',
    scheme: 'basic',
    description: 'Key ID and secret of an API key by HTTP Basic (RFC 6749 §2.3.1). They may stand in the form instead.',
  },
  accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token (RFC 6750).' },
}

const headerWords: Readonly<Record<string, string>> = {
  'X-Request-Id': 'The id under which our log tells of this request.',
  'Cache-Control': 'Whether the answer may be kept.',
  'X-Content-Type-Options': '`nosniff`.',
  'WWW-Authenticate': 'How to authenticate (RFC 9110 §11.6.1).',
  'Retry-After': 'How many seconds to wait.',
  Allow: 'The methods there are.',
}

/** The whole description as an OpenAPI 3.1 document, its addresses those of this server. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, DocumentedOperation>> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: documentOperation(operation, baseUrl),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Latchkey',
      version: '1',
      description: overview,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this server', url: baseUrl },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: formComponents, securitySchemes },
  }
}

function documentOperation(operation: Operation, baseUrl: string): DocumentedOperation {
  const { id, tag, title, sentence, security = [], form } = operation
  const parameters = documentParameters(operation)
  const samples = writeSamples(operation, baseUrl)
  return {
    operationId: id,
    tags: [tag],
    summary: title,
    description: sentence,
    security: documentSecurity(security),
    ...(parameters.length > 0 && { parameters }),
    ...(form && { requestBody: { required: true, content: documentForm(form) } }),
    responses: documentResponses(operation),
    ...(samples.length > 0 && { 'x-codeSamples': samples }),
  }
}

/** An API key may also stand in the form, which no scheme of OpenAPI can say. */
function documentSecurity(security: readonly SecurityScheme[]): DocumentedOperation['security'] {
  return [...security.map((scheme) => ({ [scheme]: [] })), ...(security.includes('apiKey') ? [{}] : [])]
}

function documentParameters({ parameters = {} }: Operation): Parameter[] {
  return Object.entries(parameters).flatMap(([place, schema]) => {
    const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
    return Object.entries(properties).map(([name, { description = '', ...field }]) => ({
      name,
      in: place,
      description,
      required: required.includes(name),
      schema: field,
    }))
  })
}

function documentResponses(operation: Operation): DocumentedOperation['responses'] {
  const answers = operation.answers.map(({ status, sentence, headers, sometimes }) => {
    const content = documentContent(operation, status)
    const response = {
      description: sentence,
      headers: documentHeaders(headers, sometimes),
      ...(content && { content }),
    }
    return [String(status), response] as const
  })
  const refused = [...refusalsByStatus(operation)].map(([status, refusals]) => [
    String(status),
    documentRefusals(operation, status, refusals),
  ])
  return Object.fromEntries([...answers, ...refused])
}

function documentRefusals(
  operation: Operation,
  status: number,
  refusals: readonly DescribedRefusal[],
): DocumentedResponse {
  const names = [...new Set(refusals.flatMap(({ headers }) => headers))]
  const isAlways = (name: string) => refusals.every(({ headers }) => headers.includes(name))
  return {
    description: refusals.map(({ condition }) => condition).join(' '),
    headers: {
      ...documentHeaders(),
      ...Object.fromEntries(names.map((name) => [name, toHeader(headerWords[name] ?? '', isAlways(name))])),
    },
    content: documentContent(operation, status, documentExamples(operation, refusals)) ?? {},
  }
}

function documentExamples(
  { refusedAs }: Operation,
  refusals: readonly DescribedRefusal[],
): Readonly<Record<string, Example>> {
  const t = translatorFor('en', 'errors')
  const examples = refusals.map(({ code, condition, refusal }) => {
    const { error, description } = refusal
    const value =
      refusedAs === 'json'
        ? { error, error_description: description, requestId: exampleRequestId }
        : t(`refusals.${code}.title`)
    return [code, { summary: condition, value }] as const
  })
  return Object.fromEntries(examples)
}

/** @param examples by default one, of the examples of the fields */
function documentContent(
  operation: Operation,
  status: number,
  examples?: Readonly<Record<string, Example>>,
): Content | undefined {
  const content = contentOf(operation, status)
  if (content === 'nothing' || content === undefined) return undefined
  if (content === 'page') return { 'text/html': { schema: { type: 'string' }, ...(examples && { examples }) } }
  const schema = toJsonSchema(content, 'output')
  return { 'application/json': { schema, examples: examples ?? { example: { value: exampleOfSchema(schema) } } } }
}

type Words = Readonly<Record<string, string>>

function documentHeaders(own: Words = {}, sometimes: Words = {}): Readonly<Record<string, Header>> {
  const always = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'].map((name) => [name, headerWords[name]])
  const required = [...always, ...Object.entries(own)].map(([name, words = '']) => [name, toHeader(words, true)])
  const optional = Object.entries(sometimes).map(([name, words]) => [name, toHeader(words, false)])
  return Object.fromEntries([...required, ...optional])
}

function toHeader(description: string, required: boolean): Header {
  return { description, required, schema: { type: 'string' } }
}
