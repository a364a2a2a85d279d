import type { IncomingMessage } from 'node:http'
import { toClientNetwork } from '#lib/kernel/request-context.ts'
import { type Arrival, type ArrivingBody, cutBody, UnfinishedBodies } from '#lib/web/gateway/unfinished-bodies.ts'
import { maxFormBytes } from '#lib/web/http/form-body.ts'

const mib = 1024 * 1024

/** Request body bytes in memory per process (docs/protocol.md, section 8). */
export const maxProcessBytes = 64 * mib

/** The part of it that only forms at endpoints may use: pages and files leave room for the token endpoint. */
export const reservedForForms = 8 * mib

/** Per client network, so that no single network exhausts the budget. */
export const maxNetworkBytes = 32 * mib

/** What the server has found out about the sender of a body meanwhile. */
export type Reception = Readonly<{
  /** Whether many bodies of the same network are unfinished. */
  isCrowded: () => boolean
  /** Counts the body by a known sender, whom a neighbor in the network can't crowd out. */
  trust: (sender: string) => void
}>

/**
 * Bounds the request bodies in the memory of this process, in total and per client network. Counts bytes as they
 * arrive, so that a request holds nothing by announcing a body. Where room is short, unfinished bodies make way, first
 * the one that has received nothing for longest. Bodies that have arrived are refused only where all others have
 * arrived as well.
 */
export class BodyBudget {
  readonly #byNetwork = new Map<string, number>()
  readonly #unfinished = new UnfinishedBodies((body) => this.#release(body))
  #total = 0

  /**
   * Begins to count the body of a request. Call it in the turn in which the request arrives, before its body does.
   * @param maxBytes what may be kept of it
   */
  open(arrival: Arrival, maxBytes: number): Reception {
    const { request, response, context } = arrival
    const network = toClientNetwork(context.address)
    const body: ArrivingBody = { arrival, network, sender: network, received: 0, held: 0, isOver: false }
    if (hasBody(request)) {
      this.#watch(body, maxBytes)
      response.once('close', () => this.#release(body))
    }
    return {
      isCrowded: () => this.#unfinished.isCrowded(network),
      trust: (sender) => this.#unfinished.move(body, sender),
    }
  }

  /** Node's parser pushes each chunk into the request, read or not. */
  #watch(body: ArrivingBody, maxBytes: number): void {
    const { request } = body.arrival
    const push = request.push.bind(request)
    request.push = (chunk: Buffer | null, encoding) => {
      if (chunk === null) this.#unfinished.remove(body)
      else if (!body.isOver) this.#arrive(body, chunk.length, maxBytes)
      return push(chunk, encoding)
    }
    // Most bodies come with their headers. Node's parser has pushed those when this turn ends.
    queueMicrotask(() => {
      if (!request.complete && !body.isOver) this.#unfinished.add(body)
    })
  }

  #arrive(body: ArrivingBody, bytes: number, maxBytes: number): void {
    body.received += bytes
    this.#unfinished.touch(body)
    const more = Math.min(body.received, maxBytes) - body.held
    if (more <= 0) return
    while (!this.#fits(body, more, maxBytes)) {
      const isNetworkFull = this.#ofNetwork(body) + more > maxNetworkBytes
      if (!this.#unfinished.makeRoom(body, ({ network }) => !isNetworkFull || network === body.network)) {
        cutBody(body, 503)
        this.#release(body)
        return
      }
    }
    this.#count(body, more)
  }

  #fits(body: ArrivingBody, bytes: number, maxBytes: number): boolean {
    const limit = maxBytes <= maxFormBytes ? maxProcessBytes : maxProcessBytes - reservedForForms
    return this.#total + bytes <= limit && this.#ofNetwork(body) + bytes <= maxNetworkBytes
  }

  #ofNetwork({ network }: ArrivingBody): number {
    return this.#byNetwork.get(network) ?? 0
  }

  /** The response has ended, or the body is cut. */
  #release(body: ArrivingBody): void {
    if (body.isOver) return
    body.isOver = true
    this.#unfinished.remove(body)
    this.#count(body, -body.held)
  }

  #count(body: ArrivingBody, bytes: number): void {
    if (bytes === 0) return
    const ofNetwork = this.#ofNetwork(body) + bytes
    body.held += bytes
    this.#total += bytes
    if (ofNetwork > 0) this.#byNetwork.set(body.network, ofNetwork)
    else this.#byNetwork.delete(body.network)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
