import type { Server } from 'node:http'
import { type Env, EnvError } from '#lib/kernel/env.ts'

/** @throws EnvError for a port in use or without permission, or a host that isn't an address of this machine */
export async function listen(
  server: Server,
  { port, host }: Pick<Env, 'port' | 'host'>,
  variable: 'PORT' | 'METRICS_PORT',
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new EnvError(`${variable} ${port} is taken: end the other program or set another ${variable}.`)
    if (error.code === 'EACCES')
      throw new EnvError(`${variable} ${port} may not be used by this user: set a ${variable} above 1023.`)
    if (/^(EADDRNOTAVAIL|EINVAL|ENOTFOUND|EAI_\w+)$/.test(error.code ?? '')) {
      throw new EnvError(`HOST ${host} is not an address of this machine: set one of its IP addresses, or unset HOST.`)
    }
    throw error
  })
}
