import type { Answer } from '#lib/http/answer.ts'
import { answerHeaders } from '#lib/http/endpoint.ts'

/**
 * 303: whatever was asked, the browser goes on with GET (RFC 9110 §15.4.4), without a referrer and without keeping
 * this address.
 * @param location a path of ours, or an absolute URL that was checked
 */
export function seeOther(location: string, requestId: string, cookies: string[] = []): Answer {
  const headers = { ...answerHeaders(requestId), Location: location, 'Referrer-Policy': 'no-referrer' }
  return { status: 303, headers: cookies.length === 0 ? headers : { ...headers, 'Set-Cookie': cookies }, body: null }
}
