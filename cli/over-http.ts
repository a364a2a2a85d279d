import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiRoute } from '#lib/foundation/api/operation.ts'
import { methodOf, type Params, pathOf } from '#lib/foundation/api/path.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseJson } from '#lib/kernel/json.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import type { SentRequest, Transport } from '#lib/web/management-api/client.ts'
import { isLost, notLatchkey, type Reply, readRetryAfter, toConnectionFailure, toFailure } from './remote-failure.ts'
import type { Server } from './server.ts'

const responseTimeoutMs = 30 * secondMs
const maxResponseBytes = 16 * 1024 * 1024
/** The limit of a key's requests begins anew each minute. */
const maxWaitSeconds = 60

/** Sends operations to a server. Throws RemoteError, or Refusal for a field or an unknown ID. */
export function overHttp(server: Server): Transport {
  return {
    send: async (request, schema) => {
      const reply = await send(server, toRequest(server, request))
      const parsed = schema?.safeParse(parseJson(reply.text))
      if (parsed?.success === false) throw notLatchkey(reply, server)
      return parsed?.data
    },
  }
}

/** Sends a request, and once more when it was beyond the rate limit, or when its response was lost. */
async function send(server: Server, request: HttpRequest): Promise<Reply> {
  const reply = await exchangeAgainIfLost(server, request)
  const seconds = reply.status === 429 ? readRetryAfter(reply.headers) : undefined
  if (seconds === undefined || seconds > maxWaitSeconds) return requireSuccess(reply, server)
  process.stderr.write(
    `The server takes no more requests of this API key now. Waiting ${countOf(seconds, 'second')} …\n`,
  )
  await sleep(seconds * secondMs)
  return requireSuccess(await exchangeAgainIfLost(server, request), server)
}

type HttpRequest = Readonly<{ url: URL; init: RequestInit }>

function toRequest(server: Server, { route, params, query, body }: SentRequest): HttpRequest {
  const method = methodOf(route)
  const url = toUrl(server, route, params)
  url.search = new URLSearchParams(query).toString()
  const content = body ?? (method === 'POST' ? {} : undefined)
  const headers = {
    ...authorization(server),
    Accept: 'application/json',
    ...(content && { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
    // A repeated request creates nothing again, and gets the secret that a lost response had.
    ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
  }
  return { url, init: { method, headers, redirect: 'manual', ...(content && { body: JSON.stringify(content) }) } }
}

export function authorization({ token }: Server) {
  return { Authorization: `Bearer ${token}` }
}

/** @throws Refusal `not_found` for an ID that would lead to another path */
export function toUrl({ origin }: Server, route: ApiRoute, params: Params = {}): URL {
  if (Object.values(params).some((segment) => /^\.{0,2}$/.test(segment))) throw new Refusal('not_found')
  const path = pathOf(route).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return new URL(path, origin)
}

async function exchangeAgainIfLost(server: Server, request: HttpRequest): Promise<Reply> {
  // A second DELETE would find nothing, and say so.
  const isRepeatable = request.init.method !== 'DELETE'
  try {
    return await exchange(server, request).catch((error: unknown) => {
      if (isRepeatable && isLost(error)) return exchange(server, request)
      throw error
    })
  } catch (error) {
    throw toConnectionFailure(error, server)
  }
}

async function exchange(server: Server, { url, init }: HttpRequest): Promise<Reply> {
  return readReply(await fetch(url, { ...init, signal: AbortSignal.timeout(responseTimeoutMs) }), server)
}

/** Reads a response to its end. @throws RemoteError for one that is longer than any of Latchkey */
export async function readReply(response: Response, server: Server): Promise<Reply> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxResponseBytes) throw notLatchkey(response, server)
    parts.push(part)
  }
  const { status, headers } = response
  return { status, headers, text: withoutToken(Buffer.concat(parts).toString(), server) }
}

/** Never prints the token. */
export function withoutToken(text: string, { token }: Server): string {
  return text.replaceAll(token, '[access token]')
}

export function requireSuccess(reply: Reply, server: Server): Reply {
  if (reply.status >= 200 && reply.status < 300) return reply
  throw toFailure(reply, server)
}
