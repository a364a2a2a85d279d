import type { IncomingMessage, ServerResponse } from 'node:http'
import { toClientNetwork } from '#lib/client-network.ts'
import { maxFormBytes } from '#lib/http/form-body.ts'

const mib = 1024 * 1024

/** Bytes of request bodies that one process holds at a time (section 8 of the protocol). */
export const maxProcessBytes = 64 * mib

/** Of those, the bytes for one client network: no single network can use up the budget. */
export const maxNetworkBytes = 32 * mib

/** Counts bytes that are about to be held, until the response has ended. False, and not counted, beyond a limit. */
export type Hold = (bytes: number) => boolean

/** Counts the bytes of all request bodies that this process holds, in total and per client network. */
export class BodyBudget {
  readonly #byNetwork = new Map<string, number>()
  #total = 0

  /** Opens the account of one request. */
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
      // Bytes that are counted after the response would never be given back.
      if (isOver || this.#total + bytes > maxProcessBytes || ofNetwork + bytes > maxNetworkBytes) return false
      held += bytes
      this.#add(network, bytes)
      return true
    }
  }

  /** Holds what an endpoint may read of this request at most: so much is counted before the first byte of it. */
  holdEndpointBody({ headers }: IncomingMessage, response: ServerResponse, address: string): boolean {
    const announced = headers['content-length']
    if (announced === undefined && headers['transfer-encoding'] === undefined) return true
    return this.open(response, address)(Math.min(Number(announced ?? maxFormBytes), maxFormBytes))
  }

  #add(network: string, bytes: number): void {
    const ofNetwork = (this.#byNetwork.get(network) ?? 0) + bytes
    this.#total += bytes
    if (ofNetwork > 0) this.#byNetwork.set(network, ofNetwork)
    else this.#byNetwork.delete(network)
  }
}
