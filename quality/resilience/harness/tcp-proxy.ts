import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How the proxy treats traffic: `pass` it on; delay responses by two seconds; hold all bytes until the mode ends; reset
 * old and new connections; or drop the packets of existing connections while new ones pass, as after a failover.
 */
export type ProxyMode = 'pass' | 'delay' | 'black hole' | 'reset' | 'forget'

const delayMs = 2_000

/** A TCP proxy that simulates network failures. */
export class TcpProxy {
  readonly port: number
  readonly #server: Server
  readonly #targetPort: number
  readonly #sockets = new Set<Socket>()
  /** Connections to the server. */
  readonly #targets = new Set<Socket>()
  readonly #forgotten = new WeakSet<Socket>()
  #mode: ProxyMode = 'pass'
  #changed = Promise.withResolvers<void>()

  private constructor(server: Server, port: number, targetPort: number) {
    this.#server = server
    this.port = port
    this.#targetPort = targetPort
    server.on('connection', (client) => void this.#connect(client))
  }

  /** Listens on a free port and forwards connections to `targetPort`. */
  static async start(port: number, targetPort: number): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new TcpProxy(server, port, targetPort)
  }

  setMode(mode: ProxyMode): void {
    this.#mode = mode
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
    if (mode === 'reset') for (const socket of this.#sockets) socket.resetAndDestroy()
    if (mode === 'forget') for (const target of this.#targets) this.#forget(target)
  }

  async close(): Promise<void> {
    this.setMode('pass')
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #connect(client: Socket): Promise<void> {
    this.#keep(client)
    if (this.#mode === 'reset') {
      client.resetAndDestroy()
      return
    }
    await this.#waitInHole()
    // The client closed the connection.
    if (client.destroyed) return
    const target = connect({ port: this.#targetPort, host: '127.0.0.1', allowHalfOpen: true })
    this.#keep(target)
    this.#targets.add(target)
    target.on('close', () => this.#targets.delete(target))
    this.#pass(client, target, 0)
    this.#pass(target, client, delayMs)
  }

  /** Forwards each direction separately; its end follows its bytes. */
  #pass(from: Socket, to: Socket, lateMs: number): void {
    let last = Promise.resolve()
    const inTurn = (step: () => void) => {
      const arrivedAt = performance.now()
      last = last.then(async () => {
        if (this.#mode === 'delay') await sleep(Math.max(0, arrivedAt + lateMs - performance.now()))
        await this.#waitInHole()
        step()
      })
    }
    from.on('data', (part) => inTurn(() => void to.write(part)))
    from.on('end', () => inTurn(() => to.end()))
    from.on('close', () => inTurn(() => void (this.#forgotten.has(from) || to.destroy())))
  }

  /** Closes the server's side only. */
  #forget(target: Socket): void {
    this.#forgotten.add(target)
    target.destroy()
  }

  async #waitInHole(): Promise<void> {
    while (this.#mode === 'black hole') await this.#changed.promise
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }
}
