import type { IncomingMessage, ServerResponse } from 'node:http'
import { toClientNetwork } from '#lib/request-context.ts'

const mib = 1024 * 1024

/** Request body bytes in memory per process (docs/protocol.md, section 8). */
export const maxProcessBytes = 64 * mib

/** Per client network, so that no single network exhausts the budget. */
export const maxNetworkBytes = 32 * mib

/** Counts bytes until the response has ended. Beyond a limit it returns false and counts nothing. */
export type Hold = (bytes: number) => boolean

/** Bounds the request bodies in the memory of this process, in total and per client network. */
export class BodyBudget {
  readonly #byNetwork = new Map<string, number>()
  #total = 0

  /** Begins to count for one request. */
  open(response: ServerResponse, address: string): Hold {
    const network = toClientNetwork(address)
    let held = 0
    let isOver = false
    response.once('close', () => {
      isOver = true
      this.#add(network, -held)
    })
    return (bytes) => {
      const ofNetwork = this.#byNetwork.get(network) ?? 0
      // Bytes counted after the response would never be released.
      if (isOver || this.#total + bytes > maxProcessBytes || ofNetwork + bytes > maxNetworkBytes) return false
      held += bytes
      this.#add(network, bytes)
      return true
    }
  }

  /** Counts the largest body that an endpoint may read from this request, before its first byte arrives. */
  holdEndpointBody(
    { headers }: IncomingMessage,
    response: ServerResponse,
    { address, maxBytes }: Readonly<{ address: string; maxBytes: number }>,
  ): boolean {
    const length = headers['content-length']
    if (length === undefined && headers['transfer-encoding'] === undefined) return true
    return this.open(response, address)(Math.min(Number(length ?? maxBytes), maxBytes))
  }

  #add(network: string, bytes: number): void {
    const ofNetwork = (this.#byNetwork.get(network) ?? 0) + bytes
    this.#total += bytes
    if (ofNetwork > 0) this.#byNetwork.set(network, ofNetwork)
    else this.#byNetwork.delete(network)
  }
}
