import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { request as sendSecurely } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#lib/testing/free-port.ts'
import { type NginxServer, startNginx } from '#lib/testing/nginx-server.ts'
import { findNginx } from '../scripts/nginx.ts'
import { expect, test as plain } from './fixtures.ts'
import { ask, expectRefusal, form, formType } from './http-client.ts'

const program = findNginx()
plain.skip(!program, process.env.E2E_NGINX_MISSING ?? 'nginx is not installed.')

/** A stand-in for an instance that records requests. */
type Stub = Readonly<{ port: number; seen: string[] }>

type Stage = Readonly<{
  /** Answers as told; undefined: not listening yet. */
  stub: (answer?: RequestListener, port?: number) => Promise<Stub>
  /** nginx in front of the given instances. */
  nginx: (instances: readonly Stub[], change?: (text: string) => string) => Promise<NginxServer & { baseUrl: string }>
}>

const test = plain.extend<{ stage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  stage: async ({}, use) => {
    const endings: (() => unknown)[] = []
    await use({
      stub: async (answer, wishedPort) => {
        const port = wishedPort ?? (await findFreePort())
        const seen: string[] = []
        if (!answer) return { port, seen }
        const server = createServer((request, response) => {
          seen.push(`${request.method} ${request.url}`)
          request.resume().once('end', () => answer(request, response))
        }).listen(port, '127.0.0.1')
        await once(server, 'listening')
        endings.push(() => server.close().closeAllConnections())
        return { port, seen }
      },
      nginx: async (instances, change = (text) => text) => {
        const port = await findFreePort()
        const ports = instances.map((stub) => stub.port)
        const nginx = await startNginx({ program: program ?? '', port, instances: ports, change })
        endings.push(nginx.remove)
        return { ...nginx, baseUrl: `http://127.0.0.1:${port}` }
      },
    })
    for (const end of endings.reverse()) await end()
  },
})

const good: RequestListener = (_request, response) => response.end('good')
const lost: RequestListener = (request) => request.socket.destroy()
const unknown: RequestListener = (_request, response) => response.writeHead(404).end('unknown')

test('a POST that reached an instance is never sent to another', async ({ stage }) => {
  const stubs = [await stage.stub(lost), await stage.stub(lost)]
  const { baseUrl } = await stage.nginx(stubs)
  const answer = await ask({ baseUrl, headers: formType, body: form({ grantType: 'refresh_token' }) })
  expectRefusal(answer, 503, 'temporarily_unavailable')
  expect(answer.headers['retry-after']).toBe('2')
  expect(stubs.flatMap(({ seen }) => seen)).toEqual(['POST /auth/v1/token'])
})

test('a POST that reached no instance is sent to another', async ({ stage }) => {
  const [gone, there] = [await stage.stub(), await stage.stub(good)]
  const { baseUrl, readAccessLog } = await stage.nginx([gone, there])
  for (const body of ['a=1', 'a=2', 'a=3', 'a=4']) {
    expect((await ask({ baseUrl, headers: formType, body })).status).toBe(200)
  }
  expect(there.seen).toHaveLength(4)
  await expect.poll(readAccessLog).toContain('"statuses":"502, 200"')
})

test('a page that an instance did not finish is requested from another', async ({ stage }) => {
  const [broken, there] = [await stage.stub(lost), await stage.stub(good)]
  const { baseUrl } = await stage.nginx([broken, there])
  for (const path of ['/?a=1', '/?a=2', '/?a=3', '/?a=4']) {
    expect((await ask({ baseUrl, method: 'GET', path })).body).toBe('good')
  }
  expect(broken.seen.length).toBeGreaterThan(0)
})

test('a static file that one build lacks is requested from the other, and nothing else', async ({ stage }) => {
  const stubs = [await stage.stub(unknown), await stage.stub(good)]
  const { baseUrl } = await stage.nginx(stubs)
  const visit = async (path: string) => (await ask({ baseUrl, method: 'GET', path })).status
  const files = ['/_next/static/a.js', '/_next/static/b.js', '/_next/static/c.js', '/_next/static/d.js']
  expect(await Promise.all(files.map(visit))).toEqual([200, 200, 200, 200])
  const pages = await Promise.all(['/a', '/b', '/c', '/d'].map(visit))
  expect(pages).toContain(404)
})

test('without any instance, a user gets an error page', async ({ stage }) => {
  const { baseUrl } = await stage.nginx([await stage.stub(), await stage.stub()])
  const answer = await ask({ baseUrl, method: 'GET', path: '/' })
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
  expect(answer.body).toMatch(/^The service is busy\. Try again shortly\.\nRequest ID: req_\w{20}\n$/)
})

test('an instance that restarted gets requests at once if it is the only one', async ({ stage }) => {
  const [gone, back] = [await stage.stub(), await stage.stub()]
  const { baseUrl } = await stage.nginx([gone, back])
  expect((await ask({ baseUrl, method: 'GET', path: '/' })).status).toBe(503)
  await stage.stub(good, back.port)
  expect((await ask({ baseUrl, method: 'GET', path: '/' })).status).toBe(200)
})

test.describe('a one-time token in a query', () => {
  const path = '/sso?token=a-token-that-nobody-may-read'
  const headers = { Referer: 'https://login.example.com/sso?token=a-token-that-nobody-may-read' }

  /** All logs of nginx while instances are down, answer, and drop connections. */
  async function readLogs(stage: Stage, change?: (text: string) => string): Promise<string> {
    const instances = [await stage.stub(), await stage.stub(lost)]
    const { baseUrl, readAccessLog, readErrorLog } = await stage.nginx(instances, change)
    for (const method of ['GET', 'GET', 'POST', 'HEAD']) await ask({ baseUrl, method, path, headers })
    // A body over the limit is logged too.
    await ask({ baseUrl, path, headers, body: 'x'.repeat(8_000_000) })
    await expect.poll(() => readAccessLog().trim().split('\n').length).toBe(5)
    return readAccessLog() + readErrorLog()
  }

  test('is in no log', async ({ stage }) => {
    const logs = await readLogs(stage)
    expect(logs).toContain('"pathname":"/sso"')
    expect(logs).not.toContain('a-token-that-nobody-may-read')
  })

  test('would be in the error log at any other level', async ({ stage }) => {
    const logs = await readLogs(stage, (text) => text.replace(' emerg;', ' error;'))
    expect(logs).toContain('a-token-that-nobody-may-read')
  })
})

test('TLS is turned on by the command at the top of nginx.conf', async ({ stage }) => {
  plain.skip(spawnSync('openssl', ['version']).status !== 0, 'openssl is not installed.')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'))
  const [certificate, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes', '-keyout', keyFile, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...subject], {
    stdio: 'ignore',
  })
  const securePort = await findFreePort()
  // The command at the top of the file, then this run's ports and paths.
  const { baseUrl } = await stage.nginx([await stage.stub(good)], (text) => {
    const [, plainPort = ''] = /listen 127\.0\.0\.1:(\d+); #plain$/m.exec(text) ?? []
    return text
      .replace(/^.* #plain\n/m, '')
      .replaceAll('#tls ', '')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${securePort} ssl;`)
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replaceAll('/etc/nginx/tls/', `${folder}/`)
  })
  const sentOn = await ask({ baseUrl, method: 'GET', path: '/sign-in', headers: { Host: 'login.example.com' } })
  expect(sentOn).toMatchObject({ status: 308, headers: { location: 'https://login.example.com/sign-in' } })
  expect((await ask({ baseUrl, headers: formType, body: 'a=b' })).status).toBe(403)
  const secured = sendSecurely({ host: '127.0.0.1', port: securePort, path: '/', rejectUnauthorized: false }).end()
  const [response] = await once(secured, 'response')
  expect(response.statusCode).toBe(200)
  response.destroy()
  rmSync(folder, { recursive: true, force: true })
})
