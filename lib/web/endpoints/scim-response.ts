import { toRefusal } from '#lib/kernel/errors.ts'
import type { EndpointContext, EndpointResponse, ResponseHeaders } from '#lib/web/http/endpoint.ts'
import { recordRefusal, refusalHeaders } from '#lib/web/http/refusal-response.ts'

type Options = Readonly<{ status?: number; headers?: ResponseHeaders }>

/** RFC 7644 §3.1. */
export function scimResponse(content: unknown, { status = 200, headers = {} }: Options = {}): EndpointResponse {
  return { status, headers: { 'Content-Type': 'application/scim+json', ...headers }, body: JSON.stringify(content) }
}

type Listed = Readonly<{ total: number; startIndex: number; resources: readonly unknown[] }>

/** RFC 7644 §3.4.2. */
export function listResponse({ total, startIndex, resources }: Listed): EndpointResponse {
  return scimResponse({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  })
}

/** RFC 7644 §3.12. The reason is kept, and goes to the log. */
export function scimErrorResponse(error: unknown, request: Request, context: EndpointContext): EndpointResponse {
  const refusal = toRefusal(error)
  const { status, scimType, description: detail } = refusal
  recordRefusal(refusal, request, context)
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  }
  return scimResponse(body, { status, headers: refusalHeaders(refusal, context.requestId) })
}
