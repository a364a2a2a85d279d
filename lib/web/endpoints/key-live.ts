import { setTimeout as sleep } from 'node:timers/promises'
import { readLiveKey } from '#lib/domain/events/refusals/live-key.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { isStopping } from '#lib/kernel/stopping.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'

/** Streams of one process, and of one user in it. */
export const maxStreams = 50
export const maxStreamsPerUser = 5

/** With the delay of the refusal writer, a page learns of a call within a second. */
export const pollMs = 400
/** Proxies close connections that are silent for 30 seconds or more. */
const heartbeatMs = 25 * secondMs
const sessionCheckMs = 10 * secondMs

// By database: each process and each test has its own.
const streams = new WeakMap<object, Map<symbol, string>>()

/**
 * `GET /users-and-access/keys/<keyId>/live`: server-sent events, one whenever the page of the key has something new.
 * The query's `version` is what the page shows.
 */
export const keyLiveEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const { services } = context
    const user = await readUser(request, context)
    const { pathname, searchParams } = new URL(request.url)
    const keyId = pathname.split('/').at(-2) ?? ''
    await readLiveKey(services, user, keyId)
    if (request.method === 'HEAD') return { status: 200, headers, body: null }
    const close = register(services.db, user.userId)
    const events = watch({ request, context, keyId, close }, searchParams.get('version') ?? '')
    return { status: 200, headers, body: toStream(events, close) }
  },
})

const headers = {
  'Content-Type': 'text/event-stream',
  // Compression would hold events back, and so would a proxy's buffer.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

async function readUser(request: Request, context: EndpointContext): Promise<PortalUser> {
  const user = await readSignedInUser(context, request.headers.get('cookie'), { isPoll: true })
  if (!user) throw new Refusal('signed_out')
  return user
}

/** @returns what gives the place back. @throws Refusal `too_many_requests` */
function register(db: object, userId: string): () => void {
  const open = streams.get(db) ?? new Map<symbol, string>()
  streams.set(db, open)
  const own = [...open.values()].filter((id) => id === userId).length
  if (open.size >= maxStreams || own >= maxStreamsPerUser) {
    throw new Refusal('too_many_requests', { detail: 'too many live pages', retryAfterSeconds: 10 })
  }
  const place = Symbol(userId)
  open.set(place, userId)
  return () => open.delete(place)
}

type Watch = Readonly<{ request: Request; context: EndpointContext; keyId: string; close: () => void }>

/** Ends with the session, with the right to see the key, with the process, and with the connection. */
async function* watch({ request, context, keyId, close }: Watch, shown: string): AsyncGenerator<string> {
  const { services } = context
  let [version, user] = [shown, await readUser(request, context)]
  let [checkedAt, sentAt] = [performance.now(), performance.now()]
  try {
    yield ': open\n\n'
    while (!isStopping(services) && !request.signal.aborted) {
      const now = performance.now()
      if (now - checkedAt >= sessionCheckMs) {
        user = await runWithoutWaitBudget(() => readUser(request, context))
        checkedAt = now
      }
      const live = await runWithoutWaitBudget(() => readLiveKey(services, user, keyId))
      if (live.version !== version || now - sentAt >= heartbeatMs) {
        yield live.version === version ? ': heartbeat\n\n' : 'data: changed\n\n'
        version = live.version
        sentAt = now
      }
      await sleep(pollMs)
    }
  } catch (error) {
    services.log.debug({ error }, 'a live page ended')
  } finally {
    close()
  }
}

function toStream(events: AsyncGenerator<string>, close: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await events.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      close()
      await events.return(undefined)
    },
  })
}
