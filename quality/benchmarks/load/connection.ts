import { connect, type Socket } from 'node:net'
import { type Answer, AnswerReader } from './answer-reader.ts'

type Waiting = Readonly<{ resolve: (answer: Answer) => void; reject: (error: Error) => void }>

const patienceMs = 20_000

/** A keep-alive connection with one request in flight, like one of a client’s pool. */
export class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #waiting: Waiting | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** @throws Error if the connection is refused or closed, or no response arrives within 20 s */
  ask(request: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting = { resolve, reject }
    this.#socket ??= this.#open()
    this.#socket.write(request, 'latin1')
    return promise
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const reader = new AnswerReader()
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no answer within ${patienceMs} ms`)))
    socket.on('data', (part) => this.#take(reader, part))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      this.#socket = undefined
      this.#fail(new Error('the connection was closed'))
    })
    return socket
  }

  #take(reader: AnswerReader, part: Buffer): void {
    try {
      const answer = reader.read(part)
      if (!answer) return
      const waiting = this.#waiting
      this.#waiting = undefined
      waiting?.resolve(answer)
    } catch (error) {
      this.#socket?.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** The server may close an idle connection; the next request opens another. */
  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
  }
}
