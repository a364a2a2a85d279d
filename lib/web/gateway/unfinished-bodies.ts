import { secondMs } from '#lib/kernel/clock.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'
import { sendEarlyResponse } from '#lib/web/gateway/early-response.ts'
import type { Exchange } from '#lib/web/gateway/exchange.ts'
import { maxFormBytes } from '#lib/web/http/form-body.ts'

/** A request with a body, and its response. */
export type Arrival = Pick<Exchange, 'request' | 'response' | 'route'> & Readonly<{ context: RequestContext }>

/** A request body, from its first byte until the response has ended. */
export type ArrivingBody = {
  readonly arrival: Arrival
  readonly network: string
  /** Who shares the limit of unfinished bodies: the network, or whom the server knows. */
  sender: string
  /** Bytes that have arrived. */
  received: number
  /** Bytes that the budget counts. */
  held: number
  isOver: boolean
}

/** Unfinished bodies of one sender. Most bodies come with their headers and never count. */
export const maxUnfinishedOfSender = 100

/** Unfinished bodies per process: a flood may come from many networks. */
export const maxUnfinished = 2_000

/** Within this time a body of up to 16 KiB arrives. A longer one may take longer at {@link minBytesPerSecond}. */
export const bodyTimeoutMs = 5 * secondMs
const minBytesPerSecond = 8 * 1024

/** How often bodies are checked against their time. */
const sweepMs = secondMs / 4

/**
 * The bodies that have not arrived completely, by sender. They make way for others, first the one that has received
 * nothing for longest. A client that sends keeps its own, so a neighbor that only announces bodies locks out no other
 * client.
 */
export class UnfinishedBodies {
  /** When they began, in the order of their last bytes. */
  readonly #all = new Map<ArrivingBody, number>()
  readonly #bySender = new Map<string, Set<ArrivingBody>>()
  readonly #onCut: (body: ArrivingBody) => void
  #timer: NodeJS.Timeout | undefined

  constructor(onCut: (body: ArrivingBody) => void) {
    this.#onCut = onCut
  }

  isCrowded(sender: string): boolean {
    return (this.#bySender.get(sender)?.size ?? 0) > maxUnfinishedOfSender / 2
  }

  add(body: ArrivingBody): void {
    this.#all.set(body, performance.now())
    if (this.#all.size > maxUnfinished) this.#cutIdlest(this.#all.keys(), (other) => other !== body)
    this.#join(body)
    this.#timer ??= setTimeout(() => this.#sweep(), sweepMs).unref()
  }

  /** The body goes on. */
  touch(body: ArrivingBody): void {
    const since = this.#all.get(body)
    if (since === undefined) return
    this.#all.delete(body)
    this.#all.set(body, since)
    const ofSender = this.#bySender.get(body.sender)
    if (ofSender?.delete(body)) ofSender.add(body)
  }

  /** Counts the body by another sender from now on. */
  move(body: ArrivingBody, sender: string): void {
    this.#leave(body)
    body.sender = sender
    if (this.#all.has(body)) this.#join(body)
  }

  remove(body: ArrivingBody): void {
    if (this.#all.delete(body)) this.#leave(body)
  }

  /** Makes room for a newcomer by cutting an unfinished body that holds bytes. @returns false if there is none */
  makeRoom(newcomer: ArrivingBody, isWanted: (body: ArrivingBody) => boolean): boolean {
    return this.#cutIdlest(this.#all.keys(), (body) => body !== newcomer && body.held > 0 && isWanted(body))
  }

  #join(body: ArrivingBody): void {
    const ofSender = this.#bySender.get(body.sender) ?? new Set()
    this.#bySender.set(body.sender, ofSender.add(body))
    if (ofSender.size <= maxUnfinishedOfSender) return
    // Programs that have authorized meanwhile leave the limit of their network.
    if (body.sender === body.network) {
      for (const other of ofSender) if (isAuthorized(other)) this.move(other, `authorized ${body.network}`)
    }
    if (ofSender.size > maxUnfinishedOfSender) this.#cutIdlest(ofSender, (other) => other !== body)
  }

  #leave(body: ArrivingBody): void {
    const ofSender = this.#bySender.get(body.sender)
    ofSender?.delete(body)
    if (ofSender?.size === 0) this.#bySender.delete(body.sender)
  }

  /** @param candidates in the order of their last bytes. Those of known senders come last */
  #cutIdlest(candidates: Iterable<ArrivingBody>, isWanted: (body: ArrivingBody) => boolean): boolean {
    let victim: ArrivingBody | undefined
    for (const body of candidates) {
      if (!isWanted(body)) continue
      victim ??= body
      if (isKnown(body)) continue
      victim = body
      break
    }
    if (victim) this.#cut(victim)
    return victim !== undefined
  }

  #cut(body: ArrivingBody): void {
    cutBody(body, 408)
    this.#onCut(body)
  }

  #sweep(): void {
    const now = performance.now()
    for (const [body, since] of this.#all) if (isLate(body, now - since)) this.#cut(body)
    this.#timer = this.#all.size === 0 ? undefined : setTimeout(() => this.#sweep(), sweepMs).unref()
  }
}

function isLate(body: ArrivingBody, forMs: number): boolean {
  const { request, route } = body.arrival
  // The import reads as fast as it writes accounts. What is buffered waits for us, not for the client.
  if (route.hasLongBody && isAuthorized(body)) return false
  if (request.readableLength >= request.readableHighWaterMark) return false
  const beyond = Math.max(0, body.received - maxFormBytes)
  return forMs > bodyTimeoutMs + (beyond / minBytesPerSecond) * secondMs
}

function isKnown(body: ArrivingBody): boolean {
  return body.sender !== body.network || isAuthorized(body)
}

/** Some endpoints read a body only once they have authorized the client. After the response, the rest is discarded. */
function isAuthorized({ arrival: { request, response, route } }: ArrivingBody): boolean {
  return route.authorizesFirst === true && request.readableFlowing !== null && !response.writableEnded
}

const answers = {
  408: { status: 408, sentence: 'The body of this request took too long to arrive.' },
  503: { status: 503, sentence: 'The server is receiving too much at once. Try again shortly.' },
} as const

/** Responds, if nothing has yet, and ends the connection: the rest of the body would otherwise be read. */
export function cutBody({ arrival }: ArrivingBody, status: keyof typeof answers): void {
  const { request, response, route, context } = arrival
  if (response.headersSent) {
    request.socket.destroy()
    return
  }
  const error = status === 408 ? 'invalid_request' : 'temporarily_unavailable'
  const headers = { Connection: 'close', ...(status === 503 && { 'Retry-After': '1' }) }
  const early = { ...answers[status], headers, ...(route.isApi && { error }) }
  sendEarlyResponse(response, early, context.requestId)
}
