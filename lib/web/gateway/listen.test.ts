import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { EnvError } from '#lib/kernel/env.ts'
import { listen } from '#lib/web/gateway/listen.ts'

function serverOf() {
  const server = createServer()
  onTestFinished(() => void server.close())
  return server
}

it.each(['192.0.2.1', 'no-such-host.invalid', '999.1.1.1', 'http://0.0.0.0'])(
  'refuses HOST %s in one sentence',
  async (host) => {
    await expect(listen(serverOf(), { port: 0, host }, 'PORT')).rejects.toEqual(
      new EnvError(`HOST ${host} is not an address of this machine: set one of its IP addresses, or unset HOST.`),
    )
  },
)

it('names the variable of a port that is taken', async () => {
  const first = serverOf()
  await listen(first, { port: 0, host: '127.0.0.1' }, 'PORT')
  const { port } = first.address() as { port: number }
  await expect(listen(serverOf(), { port, host: '127.0.0.1' }, 'METRICS_PORT')).rejects.toEqual(
    new EnvError(`METRICS_PORT ${port} is taken: end the other program or set another METRICS_PORT.`),
  )
})
