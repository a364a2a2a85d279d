import { Connection } from './connection.ts'

/** More do not help a server that is overrun. */
const most = 512

/** As many connections as are needed at once. */
export class ConnectionPool {
  readonly #port: number
  readonly #all: Connection[] = []
  readonly #idle: Connection[] = []

  constructor(port: number) {
    this.#port = port
  }

  /** One that is not in use; undefined where all are, and there may be no more. */
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
