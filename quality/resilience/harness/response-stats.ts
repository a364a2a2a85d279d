import { NoAnswer, type Send } from './http.ts'

/** Counts the responses of observed clients, and their latencies. */
export class ResponseStats {
  /** Responses by status; 0 counts requests without a response. */
  readonly #counts = new Map<number, number>()
  /** The maximum latency, and its path. */
  longestMs = 0
  longestPath = ''
  /** Requests without a response or with a 5xx. */
  failed = 0
  /** The end of the last failed request, by `performance.now()`. */
  lastFailureAt = 0
  /** Why the last request without a response had none. */
  lastSilence = ''

  /** Wraps `send` to count its responses. */
  over(send: Send): Send {
    return async (ask) => {
      const askedAt = performance.now()
      try {
        const answer = await send(ask)
        this.#note(ask.path, askedAt, answer.status)
        return answer
      } catch (error) {
        if (error instanceof NoAnswer) {
          this.#note(ask.path, askedAt, 0)
          this.lastSilence = `${withoutQuery(ask.path)}, ${error.message}`
        }
        throw error
      }
    }
  }

  get asked(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Failed requests by status. */
  get troubles(): readonly (readonly [status: number, count: number])[] {
    return [...this.#counts].filter(([status]) => isTrouble(status))
  }

  /** For example `4931 ms (/auth/v1/token)`. */
  get longest(): string {
    return `${Math.round(this.longestMs)} ms (${this.longestPath})`
  }

  /** For example `4711 × 200, 12 × 503`. */
  describe(): string {
    const inOrder = [...this.#counts].sort(([one], [other]) => one - other)
    return inOrder.map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`).join(', ')
  }

  #note(path: string, askedAt: number, status: number): void {
    const now = performance.now()
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1)
    if (now - askedAt > this.longestMs) {
      this.longestMs = now - askedAt
      this.longestPath = withoutQuery(path)
    }
    if (!isTrouble(status)) return
    this.failed++
    this.lastFailureAt = now
  }
}

/** A query may hold a credential. */
function withoutQuery(path: string): string {
  return path.split('?')[0] ?? ''
}

function isTrouble(status: number): boolean {
  return status === 0 || status >= 500
}

/** Sends requests in rotation, like a load balancer without health checks. */
export function inTurn(sends: readonly Send[]): Send {
  let next = 0
  return (ask) => {
    const send = sends[next++ % sends.length]
    if (!send) throw new Error('there is no instance')
    return send(ask)
  }
}
