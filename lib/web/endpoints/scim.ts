import { project, readListQuery, readProjection } from '#lib/domain/people/scim/list-query.ts'
import {
  createScimGroup,
  deleteScimGroup,
  patchScimGroup,
  replaceScimGroup,
} from '#lib/domain/people/scim/manage-groups.ts'
import { createScimUser, deleteScimUser, patchScimUser, replaceScimUser } from '#lib/domain/people/scim/manage-users.ts'
import { readScimGroup, readScimGroups } from '#lib/domain/people/scim/read-groups.ts'
import { readScimUser, readScimUsers } from '#lib/domain/people/scim/read-users.ts'
import {
  describeResourceTypes,
  describeSchemas,
  describeServiceProvider,
  scimPath,
} from '#lib/domain/people/scim/schemas.ts'
import type { ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import type { Services } from '#lib/foundation/services.ts'
import { listsTag } from '#lib/kernel/entity-tags.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { authenticateScim, readScimBody } from '#lib/web/endpoints/scim-request.ts'
import { listResponse, scimErrorResponse, scimResponse } from '#lib/web/endpoints/scim-response.ts'
import { commonResponseHeaders, type Endpoint, type EndpointResponse } from '#lib/web/http/endpoint.ts'

/** A request of an authorized directory. `id`: the last segment of the path, if there is one. */
type Call = Readonly<{ request: Request; services: Services; client: ScimClient; query: URLSearchParams; id: string }>
type Handler = (call: Call) => Promise<EndpointResponse>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Handlers = Readonly<Partial<Record<Method, Handler>>>

/**
 * SCIM 2.0 (RFC 7644) below `/scim/v2`, for keys with the scope `scim`. Authorizes before anything else, so that a
 * client without the scope learns nothing, not even which paths there are.
 */
export const scimEndpoint: Endpoint = async (request, context) => {
  const { status, headers, body } = await respond(request, context).catch((error: unknown) =>
    scimErrorResponse(error, request, context),
  )
  return { status, headers: { ...commonResponseHeaders(context.requestId), ...headers }, body }
}

const respond: Endpoint = async (request, context) => {
  const client = await authenticateScim(request, context)
  const { pathname, searchParams: query } = new URL(request.url)
  const [type = '', id, ...rest] = pathname
    .slice(scimPath.length + 1)
    .split('/')
    .map(decodeURIComponent)
  if (unsupported.has(type) || id === '.search') throw new Refusal('not_implemented')
  const handlers = rest.length > 0 ? undefined : (id === undefined ? collections : resources).get(type)
  if (!handlers) throw new Refusal('not_found')
  const handler = findHandler(handlers, request.method)
  if (handler) return handler({ request, services: context.services, client, query, id: id ?? '' })
  const refused = scimErrorResponse(new Refusal('method_not_allowed'), request, context)
  return { ...refused, headers: { ...refused.headers, Allow: Object.keys(handlers).join(', ') } }
}

/** Bulk operations, and the user behind a token: a directory is none (RFC 7644 §3.7, §3.11). */
const unsupported: ReadonlySet<string> = new Set(['Bulk', 'Me', '.search'])

/** HEAD is GET; the HTTP server leaves the body out. */
function findHandler(handlers: Handlers, method: string): Handler | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return Object.entries(handlers).find(([known]) => known === name)?.[1]
}

const users: Handlers = {
  GET: async ({ services, client, query }) => {
    const [listQuery, projection] = [readListQuery(query), readProjection(query)]
    const { total, resources } = await readScimUsers(services, client, { query: listQuery, projection })
    const { startIndex } = listQuery
    return listResponse({ total, startIndex, resources: resources.map((user) => project(user, projection)) })
  },
  POST: async ({ request, services, client, query }) => {
    const projection = readProjection(query)
    const user = await createScimUser(services, client, await readScimBody(request))
    return resourceResponse(user, project(user, projection), 201)
  },
}

const user: Handlers = {
  GET: async ({ request, services, client, query, id }) => {
    const projection = readProjection(query)
    const found = await readScimUser(services, client, id)
    return isUnchanged(request, found) ? unchanged(found) : resourceResponse(found, project(found, projection))
  },
  PUT: async ({ request, services, client, query, id }) => {
    const projection = readProjection(query)
    const replaced = await replaceScimUser(services, client, { id, ...(await readChange(request)) })
    return resourceResponse(replaced, project(replaced, projection))
  },
  PATCH: async ({ request, services, client, query, id }) => {
    const projection = readProjection(query)
    const patched = await patchScimUser(services, client, { id, ...(await readChange(request)) })
    return resourceResponse(patched, project(patched, projection))
  },
  DELETE: async ({ request, services, client, id }) => {
    await deleteScimUser(services, client, { id, ifMatch: request.headers.get('if-match') })
    return noContent
  },
}

const groups: Handlers = {
  GET: async ({ services, client, query }) => {
    const [listQuery, projection] = [readListQuery(query), readProjection(query)]
    const { total, resources } = await readScimGroups(services, client, { query: listQuery, projection })
    const { startIndex } = listQuery
    return listResponse({ total, startIndex, resources: resources.map((group) => project(group, projection)) })
  },
  POST: async ({ request, services, client, query }) => {
    const projection = readProjection(query)
    const group = await createScimGroup(services, client, await readScimBody(request))
    return resourceResponse(group, project(group, projection), 201)
  },
}

const group: Handlers = {
  GET: async ({ request, services, client, query, id }) => {
    const projection = readProjection(query)
    const found = await readScimGroup(services, client, { id, projection })
    return isUnchanged(request, found) ? unchanged(found) : resourceResponse(found, project(found, projection))
  },
  PUT: async ({ request, services, client, query, id }) => {
    const projection = readProjection(query)
    const replaced = await replaceScimGroup(services, client, { id, ...(await readChange(request)) })
    return resourceResponse(replaced, project(replaced, projection))
  },
  // Without a body (RFC 7644 §3.5.2): Microsoft Entra ID advises against sending thousands of members back.
  PATCH: async ({ request, services, client, id }) => {
    await patchScimGroup(services, client, { id, ...(await readChange(request)) })
    return noContent
  },
  DELETE: async ({ request, services, client, id }) => {
    await deleteScimGroup(services, client, { id, ifMatch: request.headers.get('if-match') })
    return noContent
  },
}

type Described = Readonly<{ id: string }>

/** RFC 7644 §4: these lists can't be filtered. */
function describing(list: (baseUrl: string) => readonly Described[]): Handler {
  return async ({ services, query, id }) => {
    if (query.has('filter')) throw new Refusal('forbidden', { description: 'This list cannot be filtered.' })
    const all = list(services.env.baseUrl)
    if (id === '') return listResponse({ total: all.length, startIndex: 1, resources: all })
    const found = all.find((described) => described.id.toLowerCase() === id.toLowerCase())
    if (!found) throw new Refusal('not_found')
    return scimResponse(found)
  }
}

const schemas: Handlers = { GET: describing(describeSchemas) }
const resourceTypes: Handlers = { GET: describing(describeResourceTypes) }

const collections: ReadonlyMap<string, Handlers> = new Map([
  ['Users', users],
  ['Groups', groups],
  ['Schemas', schemas],
  ['ResourceTypes', resourceTypes],
  [
    'ServiceProviderConfig',
    { GET: async ({ services }) => scimResponse(describeServiceProvider(services.env.baseUrl)) },
  ],
])

const resources: ReadonlyMap<string, Handlers> = new Map([
  ['Users', user],
  ['Groups', group],
  ['Schemas', schemas],
  ['ResourceTypes', resourceTypes],
])

async function readChange(request: Request) {
  return { body: await readScimBody(request), ifMatch: request.headers.get('if-match') }
}

const noContent: EndpointResponse = { status: 204, headers: {}, body: null }

type Versioned = Readonly<{ meta: Readonly<{ version: string; location: string }> }>

function resourceResponse({ meta: { version, location } }: Versioned, content: object, status = 200): EndpointResponse {
  const headers = { ETag: version, ...(status === 201 && { Location: location }) }
  return scimResponse(content, { status, headers })
}

function isUnchanged({ headers }: Request, { meta }: Versioned): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  return ifNoneMatch !== null && listsTag(ifNoneMatch, meta.version)
}

function unchanged({ meta }: Versioned): EndpointResponse {
  return { status: 304, headers: { ETag: meta.version }, body: null }
}
