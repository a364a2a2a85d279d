import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import { changeAll, type NginxServer, runNginx } from '#lib/testing/nginx-server.ts'
import { findNginx } from '../scripts/nginx.ts'
import { World } from './fixtures.ts'
import { Instance } from './instances.ts'

const example = join(import.meta.dirname, '..', 'examples', 'behind-nginx')

/** A request that reached the application. */
export type Seen = Readonly<{ method: string; url: string; headers: IncomingHttpHeaders; body: string }>

export type ForwardAuthProxy = Readonly<{
  baseUrl: string
  world: World
  instance: Instance
  nginx: NginxServer
  /** All requests that reached the application, in order. */
  seen: Seen[]
  remove: () => Promise<void>
}>

/** The shipped example: one instance, nginx with its configuration, and its site, which records requests. */
export async function startForwardAuthProxy(): Promise<ForwardAuthProxy> {
  const [port, instancePort] = [await findFreePort(), await findFreePort()]
  const [applicationPort, sitePort] = [await findFreePort(), await findFreePort()]
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-proxy-'))
  const baseUrl = `http://localhost:${port}`
  const variables = {
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    LATCHKEY_SECRET: 'the master secret of these journeys and of nothing else',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const instance = new Instance(variables, instancePort)
  await instance.start()
  const { seen, close } = await startApplication(applicationPort, `http://127.0.0.1:${sitePort}`)
  const configure = (folder: string) => settle({ folder, port, instancePort, applicationPort, sitePort })
  const nginx = await runNginx({ program: findNginx() ?? 'nginx', port, configure })
  const services = await openCommandServices(readEnv(variables))
  const remove = async () => {
    await services.db.destroy()
    await nginx.remove()
    close()
    await instance.end('SIGTERM')
    rmSync(dataDir, { recursive: true })
  }
  return { baseUrl, world: new World(services), instance, nginx, seen, remove }
}

/** Records every request. Serves the example's site, with the response headers that the query names. */
async function startApplication(port: number, site: string): Promise<{ seen: Seen[]; close: () => void }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    seen.push({ method, url, headers, body })
    for (const header of new URL(url, site).searchParams.getAll('answer')) {
      const [name = '', value = ''] = header.split(/: (.*)/)
      response.appendHeader(name, value)
    }
    const page = await fetch(site + url)
    response.writeHead(page.status, { 'Content-Type': page.headers.get('Content-Type') ?? 'text/plain' })
    response.end(await page.text())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { seen, close: () => server.close().closeAllConnections() }
}

type Places = Readonly<{
  folder: string
  port: number
  instancePort: number
  applicationPort: number
  sitePort: number
}>

/** The example's configuration and site; only ports and paths are replaced. */
function settle({ folder, port, instancePort, applicationPort, sitePort }: Places): string {
  // As root, nginx's workers run as a user who can't read every home directory.
  cpSync(join(example, 'site'), join(folder, 'site'), { recursive: true })
  return changeAll(readFileSync(join(example, 'nginx.conf'), 'utf8'), [
    (text) => text.replace('listen 8080;', `listen 127.0.0.1:${port};`),
    (text) => text.replace('server 127.0.0.1:3000;', `server 127.0.0.1:${instancePort};`),
    (text) => text.replace('server 127.0.0.1:8081;', `server 127.0.0.1:${applicationPort};`),
    (text) => text.replace('listen 127.0.0.1:8081;', `listen 127.0.0.1:${sitePort};`),
    (text) => text.replaceAll('/tmp/', `${folder}/`),
    (text) => text.replaceAll('error_log stderr', `error_log ${folder}/error.log`),
    (text) => text.replace('/dev/stdout', `${folder}/access.log`),
  ])
}
