import { Connection } from './connection.ts'

/** An overloaded server does not gain from more. */
const most = 512

/** Opens connections as needed, up to a limit. */
export class ConnectionPool {
  readonly #port: number
  readonly #all: Connection[] = []
  readonly #idle: Connection[] = []

  constructor(port: number) {
    this.#port = port
  }

  /** An idle connection; undefined if all are in use and the limit is reached. */
  take(): Connection | undefined {
    const idle = this.#idle.pop()
    if (idle || this.#all.length === most) return idle
    const opened = new Connection(this.#port)
    this.#all.push(opened)
    return opened
  }

  giveBack(connection: Connection): void {
    this.#idle.push(connection)
  }

  close(): void {
    for (const connection of this.#all) connection.close()
  }
}
