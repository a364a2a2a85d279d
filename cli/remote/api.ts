import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { secondMs } from '#lib/clock.ts'
import { countOf } from '#lib/diagnostics/check-result.ts'
import { Refusal } from '#lib/errors.ts'
import { parseJson } from '#lib/json.ts'
import { isLost, notLatchkey, type Reply, readRetryAfter, toConnectionFailure, toFailure } from './failure.ts'
import type { Server } from './server.ts'

const responseTimeoutMs = 30 * secondMs
const maxResponseBytes = 16 * 1024 * 1024
/** The limit of a key's requests begins anew each minute. */
const maxWaitSeconds = 60
const itemsPerRequest = 200

/** What is undefined is not sent. */
type Query = Readonly<Record<string, string | undefined>>

/** The items that pass the filter, the first `limit` of them. */
type ListRequest = Readonly<{ filter?: Query; limit?: number }>

type Call = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`. */
  path: readonly string[]
  query?: Query
  body?: object
}>

/** The management API of a server. Every method throws RemoteError, or Refusal for a field or an unknown ID. */
export class Api {
  readonly server: Server

  constructor(server: Server) {
    this.server = server
  }

  get<Schema extends z.ZodType>(path: readonly string[], schema: Schema, query: Query = {}) {
    return this.#read({ method: 'GET', path, query }, schema)
  }

  post<Schema extends z.ZodType>(path: readonly string[], body: object, schema: Schema) {
    return this.#read({ method: 'POST', path, body }, schema)
  }

  patch<Schema extends z.ZodType>(path: readonly string[], body: object, schema: Schema) {
    return this.#read({ method: 'PATCH', path, body }, schema)
  }

  put<Schema extends z.ZodType>(path: readonly string[], body: object, schema: Schema) {
    return this.#read({ method: 'PUT', path, body }, schema)
  }

  /** A request whose response has no content. */
  async start(path: readonly string[], body: object): Promise<void> {
    await send(this.server, { method: 'POST', path, body })
  }

  async remove(path: readonly string[], query: Query = {}): Promise<void> {
    await send(this.server, { method: 'DELETE', path, query })
  }

  /** The items of a list, page by page. */
  async *items<Schema extends z.ZodType>(
    path: readonly string[],
    schema: Schema,
    filter: Query = {},
  ): AsyncGenerator<z.output<Schema>> {
    const page = z.object({ items: z.array(schema), next: z.string().nullable() })
    let query: Query | undefined = { ...filter, limit: String(itemsPerRequest) }
    while (query) {
      const { items, next }: z.output<typeof page> = await this.#read({ method: 'GET', path, query }, page)
      yield* items
      query = next === null ? undefined : { ...query, cursor: next }
    }
  }

  /** Every item of a list, as a command shows it. */
  async all<Schema extends z.ZodType, Item>(
    path: readonly string[],
    schema: Schema,
    toItem: (resource: z.output<Schema>) => Item,
  ): Promise<Item[]> {
    return (await this.list(path, schema)).map(toItem)
  }

  /** The resources of a list. */
  async list<Schema extends z.ZodType>(
    path: readonly string[],
    schema: Schema,
    { filter, limit = Number.POSITIVE_INFINITY }: ListRequest = {},
  ): Promise<z.output<Schema>[]> {
    const found: z.output<Schema>[] = []
    for await (const item of this.items(path, schema, filter)) {
      if (found.push(item) >= limit) break
    }
    return found
  }

  async #read<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.output<Schema>> {
    const reply = await send(this.server, call)
    const parsed = schema.safeParse(parseJson(reply.text))
    if (!parsed.success) throw notLatchkey(reply, this.server)
    return parsed.data
  }
}

/** Sends a request, and once more when it was beyond the rate limit, or when its response was lost. */
async function send(server: Server, call: Call): Promise<Reply> {
  const request = toRequest(server, call)
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

function toRequest(server: Server, { method, path, query = {}, body }: Call): HttpRequest {
  const url = toUrl(server, path)
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  url.search = new URLSearchParams(sent).toString()
  const headers = {
    ...authorization(server),
    Accept: 'application/json',
    ...(body && { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
    // A repeated request creates nothing again, and gets the secret that a lost response had.
    ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
  }
  return { url, init: { method, headers, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) } }
}

export function authorization({ token }: Server) {
  return { Authorization: `Bearer ${token}` }
}

/** @throws Refusal `not_found` for an ID that would lead to another path */
export function toUrl({ origin }: Server, path: readonly string[]): URL {
  if (path.some((segment) => /^\.{0,2}$/.test(segment))) throw new Refusal('not_found')
  return new URL(`/api/v1/${path.map(encodeURIComponent).join('/')}`, origin)
}

async function exchangeAgainIfLost(server: Server, request: HttpRequest): Promise<Reply> {
  try {
    return await exchange(server, request)
  } catch (error) {
    // A second DELETE would find nothing, and say so.
    if (request.init.method === 'DELETE' || !isLost(error)) throw toConnectionFailure(error, server)
  }
  try {
    return await exchange(server, request)
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
