import {
  commonResponseHeaders,
  type EndpointContext,
  type EndpointResponse,
  jsonResponse,
  seeOther,
} from '#lib/web/http/endpoint.ts'

/** Leads on to a path: by a redirect, or for the page's script by naming it. */
export function continueAt(path: string, request: Request, { requestId }: EndpointContext): EndpointResponse {
  const isFromScript = request.headers.get('accept') === 'application/json'
  return isFromScript
    ? jsonResponse({ next: path }, { headers: commonResponseHeaders(requestId) })
    : seeOther(path, requestId)
}
