import type { NextRequest } from 'next/server'
import { Refusal } from '#lib/errors.ts'
import { commonResponseHeaders, toResponse } from '#lib/http/endpoint.ts'
import { readForm } from '#lib/http/form-body.ts'
import { readRequestContext } from '#lib/http/next-route.ts'
import { refusalResponse } from '#lib/http/refusal-response.ts'
import { getServices } from '#lib/services.ts'
import { handlers } from '../../../(portal)/_session/auth.ts'

const actions = {
  GET: /^\/api\/auth\/(session|csrf|providers|signin|signout)$/,
  POST: /^\/api\/auth\/signout$/,
}

/** next-auth's own endpoints, without its sign-in: only our pages know every step. */
export function GET(request: NextRequest): Promise<Response> {
  return answer(request, (asked) => handlers.GET(asked))
}

export function POST(request: NextRequest): Promise<Response> {
  return answer(request, async (asked) => {
    const form = await readForm(request, ['csrfToken'])
    const { url, headers } = asked
    return handlers.POST(plainRequest(url, { headers, method: 'POST', body: new URLSearchParams(form) }))
  })
}

async function answer(request: NextRequest, handle: (asked: NextRequest) => Promise<Response>): Promise<Response> {
  const context = { services: await getServices(), ...readRequestContext(request.headers) }
  try {
    const { pathname } = request.nextUrl
    if (!actions[request.method === 'POST' ? 'POST' : 'GET'].test(pathname)) throw new Refusal('not_found')
    const given = await handle(
      plainRequest(new URL(pathname, context.services.env.baseUrl), { headers: plainHeaders(request) }),
    )
    // Copied because a redirect's headers are immutable.
    const response = new Response(given.body, { status: given.status, headers: new Headers(given.headers) })
    for (const [name, value] of Object.entries(commonResponseHeaders(context.requestId)))
      response.headers.set(name, value)
    return response
  } catch (error) {
    return toResponse(refusalResponse(error, request, context))
  }
}

/** `NextRequest` rewrites every loopback host to `localhost`, and next-auth would redirect there. */
function plainRequest(url: string | URL, init: RequestInit): NextRequest {
  return new Request(url, init) as NextRequest
}

/** Strips `callbackUrl` from query and cookie: next-auth throws on one that isn't a URL, and we follow none. */
function plainHeaders(request: NextRequest): Headers {
  const headers = new Headers(request.headers)
  const cookies = request.cookies.getAll().filter(({ name }) => !name.endsWith('auth-callback'))
  headers.set('cookie', cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; '))
  headers.delete('content-length')
  return headers
}
