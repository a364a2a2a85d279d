import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import { type NginxServer, startNginx } from '#lib/testing/nginx-server.ts'
import { startPostgres } from '#lib/testing/postgres-server.ts'
import { findNginx } from '../scripts/nginx.ts'
import { World } from './fixtures.ts'
import { Instance } from './instances.ts'

/** Two instances on one PostgreSQL behind nginx, as compose.yaml has them. */
export type Cluster = Readonly<{
  baseUrl: string
  instances: readonly [Instance, Instance]
  nginx: NginxServer
  world: World
  remove: () => Promise<void>
}>

/** Starts everything on free ports, without data. */
export async function startCluster(): Promise<Cluster> {
  const [port, one, two] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const postgres = await startPostgres({ fsync: 'off' })
  await postgres.createDatabase('latchkey')
  const baseUrl = `http://localhost:${port}`
  const variables = {
    BASE_URL: baseUrl,
    DATABASE_URL: postgres.url('latchkey'),
    LATCHKEY_SECRET: 'the master secret of these two instances and of nothing else',
    // Trusts nginx only: a test sends requests from another address of this machine.
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const instances = [new Instance(variables, one), new Instance(variables, two)] as const
  // Both at the same time: the migrations must run once.
  await Promise.all(instances.map((instance) => instance.start()))
  const nginx = await startNginx({ program: findNginx() ?? 'nginx', port, instances: [one, two] })
  const services = await openCommandServices(readEnv(variables))
  return {
    baseUrl,
    instances,
    nginx,
    world: new World(services),
    remove: async () => {
      await services.db.destroy()
      await nginx.remove()
      await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
      await postgres.remove()
    },
  }
}
