import { Created, type Lines, type ListPart, type ScopedOperation } from '#lib/foundation/api/operation.ts'
import { parseQuery, readAfter, toCursor } from '#lib/foundation/api/parse-request.ts'
import { type Params, pathOf } from '#lib/foundation/api/path.ts'
import { runOnce } from '#lib/foundation/idempotency/run-once.ts'
import type { Services } from '#lib/foundation/services.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import type { ApiCall } from '#lib/web/endpoints/api-endpoint.ts'
import {
  conditionalResponse,
  createdResponse,
  noContent,
  readRepeatable,
  resourceResponse,
} from '#lib/web/endpoints/api-resource.ts'
import { linesResponse, readChunks, requireJsonLines } from '#lib/web/endpoints/json-lines.ts'
import { type EndpointResponse, jsonResponse } from '#lib/web/http/endpoint.ts'
import { entityTag, requirePreconditions } from '#lib/web/http/entity-tag.ts'
import { readQuery } from '#lib/web/http/form-body.ts'
import { type JsonBody, readJsonObject, readMergePatch } from '#lib/web/http/json-body.ts'

type Resource = Readonly<Record<string, unknown>>
/** What an operation gets, apart from its services. */
type Input = Omit<Parameters<ScopedOperation['handle']>[0], 'services'>

/** Reads the request of an authorized client, runs the operation, and responds as it declares. */
export async function answerOperation(
  operation: ScopedOperation,
  call: ApiCall,
  params: Params,
): Promise<EndpointResponse> {
  const { request, services, context, client } = call
  if (operation.lines) requireJsonLines(request)
  const query = parseQuery(operation, readFields(operation, request))
  const sent = await readBody(operation, request)
  const input: Input = {
    actor: client,
    params,
    query,
    body: operation.body && parseInput(operation.body, sent.object),
    object: sent.object,
    after: readAfter(operation, params, query),
    requireUnchanged: (current) =>
      requirePreconditions(request, current === undefined ? undefined : entityTag(JSON.stringify(current))),
    chunks: readChunks(request),
    authorizeAgain: call.authorizeAgain,
  }
  if (operation.creates) return create(operation, call, { input, sent })
  const result = await operation.handle({ ...input, services })
  if (operation.lines) return linesResponse(request, context, result as Lines)
  if (operation.list) {
    const { items, next } = result as ListPart<unknown>
    return jsonResponse({ items, next: toCursor(operation, params, next) })
  }
  return operation.response ? resourceOf(operation, call, result) : noContent
}

const noBody: JsonBody = { text: '', object: {} }

function readFields({ query }: ScopedOperation, request: Request): Readonly<Record<string, unknown>> {
  return query ? readQuery(request, query.keyof().options) : {}
}

async function readBody({ body, object, route }: ScopedOperation, request: Request): Promise<JsonBody> {
  if (object && route.startsWith('PATCH ')) return readMergePatch(request)
  return body || object ? readJsonObject(request) : noBody
}

function resourceOf(operation: ScopedOperation, { request, services }: ApiCall, result: unknown): EndpointResponse {
  if (!operation.conditional) return jsonResponse(result)
  const isNew = result instanceof Created
  const text = JSON.stringify(isNew ? result.resource : result)
  if (operation.route.startsWith('GET ')) return conditionalResponse(request, text)
  return resourceResponse(text, isNew ? { status: 201, location: locate(operation, services, result.resource) } : {})
}

/** A repeated request gets the response that is kept. */
async function create(
  operation: ScopedOperation,
  call: ApiCall,
  { input, sent }: Readonly<{ input: Input; sent: JsonBody }>,
): Promise<EndpointResponse> {
  const { request, services, client } = call
  const repeatable = readRepeatable(request, client, sent)
  const text = await runOnce(services, repeatable, async (within) =>
    JSON.stringify(await operation.handle({ ...input, services: within })),
  )
  const resource: Resource = JSON.parse(text)
  await operation.check?.({ services, params: input.params }, resource)
  if (!operation.conditional) return createdResponse(text)
  const { shownOnce = [] } = operation
  const kept = Object.entries(resource).filter(([field]) => !shownOnce.includes(field))
  const tag = entityTag(JSON.stringify(Object.fromEntries(kept)))
  return createdResponse(text, { ETag: tag, Location: locate(operation, services, resource) })
}

/** The URL of a new resource: that of its list or its own, by its key. */
function locate({ route, noun: { key = 'id' } }: ScopedOperation, { env }: Services, resource: Resource): string {
  const collection = pathOf(route).replace(/\/\{\w+\}$/, '')
  return `${env.baseUrl}${collection}/${encodeURIComponent(String(resource[key]))}`
}
