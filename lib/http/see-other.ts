import { answerHeaders } from '#lib/http/endpoint.ts'

/**
 * 303: whatever was asked, the browser goes on with GET (RFC 9110 §15.4.4), without a referrer and without keeping
 * this address.
 * @param location a path of ours, or an absolute URL that was checked
 */
export function seeOther(location: string, requestId: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    ...answerHeaders(requestId),
    Location: location,
    'Referrer-Policy': 'no-referrer',
  })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
