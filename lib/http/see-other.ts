import { commonResponseHeaders } from '#lib/http/endpoint.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'

/**
 * 303: whatever was asked, the browser goes on with GET (RFC 9110 §15.4.4), without a referrer and without keeping
 * this address.
 * @param location a path of ours, or an absolute URL that was checked
 */
export function seeOther(location: string, requestId: string, cookies: string[] = []): EndpointResponse {
  const headers = { ...commonResponseHeaders(requestId), Location: location, 'Referrer-Policy': 'no-referrer' }
  return { status: 303, headers: cookies.length === 0 ? headers : { ...headers, 'Set-Cookie': cookies }, body: null }
}
