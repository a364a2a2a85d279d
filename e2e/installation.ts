import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import { World } from './fixtures.ts'
import { Instance } from './instances.ts'

export type Installation = Readonly<{
  baseUrl: string
  world: World
  instance: Instance
  remove: () => Promise<void>
}>

/** An installation with its own data. Two need different hosts, because cookies ignore ports. */
export async function install(host: string, more: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const port = await findFreePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-own-'))
  const baseUrl = `http://${host}:${port}`
  const secret = 'the master secret of one installation and of nothing else'
  const variables = { BASE_URL: baseUrl, DATA_DIR: dataDir, LATCHKEY_SECRET: secret, ...more }
  const instance = new Instance(variables, port)
  await instance.start()
  const services = await openCommandServices(readEnv(variables))
  const remove = async () => {
    await services.db.destroy()
    await instance.end('SIGTERM')
    rmSync(dataDir, { recursive: true })
  }
  return { baseUrl, world: new World(services), instance, remove }
}
