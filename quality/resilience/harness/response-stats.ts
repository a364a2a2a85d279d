import { NoAnswer, type Send } from './http.ts'

/** Stands beside those who ask, and counts what they get. */
export class ResponseStats {
  /** How often each status was answered; 0 stands for silence. */
  readonly #counts = new Map<number, number>()
  /** The longest that anybody had to wait, and for what. */
  longestMs = 0
  longestPath = ''
  /** Requests that came to nothing: no answer, or one that tells of trouble (5xx). */
  failed = 0
  /** When the last of them ended, by `performance.now()`. */
  lastFailureAt = 0

  /** The same way to ask, seen by this stats. */
  over(send: Send): Send {
    return async (ask) => {
      const askedAt = performance.now()
      try {
        const answer = await send(ask)
        this.#note(ask.path, askedAt, answer.status)
        return answer
      } catch (error) {
        if (error instanceof NoAnswer) this.#note(ask.path, askedAt, 0)
        throw error
      }
    }
  }

  get asked(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Silence and what tells of trouble, and how often. */
  get troubles(): readonly (readonly [status: number, count: number])[] {
    return [...this.#counts].filter(([status]) => isTrouble(status))
  }

  /** Such as `4931 ms (/auth/v1/token)`. */
  get longest(): string {
    return `${Math.round(this.longestMs)} ms (${this.longestPath})`
  }

  /** Such as `4711 × 200, 12 × 503`. */
  describe(): string {
    const inOrder = [...this.#counts].sort(([one], [other]) => one - other)
    return inOrder.map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`).join(', ')
  }

  #note(path: string, askedAt: number, status: number): void {
    const now = performance.now()
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1)
    if (now - askedAt > this.longestMs) {
      this.longestMs = now - askedAt
      // A query may hold what opens a door.
      this.longestPath = path.split('?')[0] ?? ''
    }
    if (!isTrouble(status)) return
    this.failed++
    this.lastFailureAt = now
  }
}

function isTrouble(status: number): boolean {
  return status === 0 || status >= 500
}

/** Asks one after the other of several, as a balancer does that knows nothing of them. */
export function inTurn(sends: readonly Send[]): Send {
  let next = 0
  return (ask) => {
    const send = sends[next++ % sends.length]
    if (!send) throw new Error('there is nobody to ask')
    return send(ask)
  }
}
