import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { deliverEvents } from '#lib/domain/events/webhooks/deliver-events.ts'
import { listDeliveries } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { postMessage } from '#lib/domain/events/webhooks/post-message.ts'
import { isAllowedAddress } from '#lib/kernel/allowed-addresses.ts'
import type { Resolve } from '#lib/kernel/checked-request.ts'
import { compileCache } from '#lib/testing/command-line.ts'
import { root } from '#lib/testing/people.ts'
import { sampled } from '#lib/testing/sampling.ts'
import { onlyOn, openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { answerWith, startReceiver } from '#lib/testing/webhook-receiver.ts'

const { signal } = new AbortController()
const message = { headers: {}, body: '{"seq":1}' }

/**
 * One or more of each IPv4 block that is not public (IANA registry of special addresses), with the first and the last.
 */
const internalIPv4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.0',
  '10.0.0.7',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.0',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
]
const internalIPv6 = [
  '::',
  '::1',
  '::2',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '100::1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  '::ffff:0:7f00:1',
  '4000::1',
  '::7f00:1',
]

const bytesOf = (address: string) => address.split('.').map(Number)
const numberOf = (address: string) => bytesOf(address).reduce((sum, byte) => sum * 256 + byte, 0)
const hextetsOf = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

type Target = Readonly<{ url: string; addresses?: readonly string[]; reason: string }>

/** Every way to write, map, or name an internal address. */
function listTargets(): Target[] {
  const blocked = (url: string, addresses?: readonly string[]): Target => ({
    // In the browser's spelling: another one is malformed.
    url: new URL(url).href,
    reason: 'blocked_address',
    ...(addresses && { addresses }),
  })
  const bad = (url: string): Target => ({ url, reason: 'bad_url' })
  const ofIPv4 = internalIPv4.flatMap((address) => [
    blocked(`https://${address}/`),
    blocked(`https://${address}:8443/hook?x=1`),
    blocked(`https://[::ffff:${hextetsOf(address)}]/`),
    blocked(`https://[64:ff9b::${hextetsOf(address)}]/`),
    blocked(`https://[2002:${hextetsOf(address)}::1]/`),
    bad(`https://${numberOf(address)}/`),
    bad(`https://0x${numberOf(address).toString(16)}/`),
    bad(`https://0${numberOf(address).toString(8)}/`),
    bad(
      `https://${bytesOf(address)
        .map((byte) => `0${byte.toString(8)}`)
        .join('.')}/`,
    ),
    bad(`https://hooks.example@${address}/`),
    bad(`https://hooks.example\\@${address}/`),
    bad(`http://${address === '127.0.0.1' ? '127.0.0.2' : address}/`),
    blocked('https://hooks.example/', [address]),
    blocked('https://hooks.example/', ['93.184.215.14', address]),
    blocked('https://hooks.example/', [`::ffff:${address}`]),
    blocked('https://hooks.example/', ['2606:4700::1', `64:ff9b::${hextetsOf(address)}`]),
  ])
  const ofIPv6 = internalIPv6.flatMap((address) => [
    blocked(`https://[${address}]/`),
    blocked('https://hooks.example/', [address]),
    blocked('https://hooks.example/', ['93.184.215.14', address]),
  ])
  const others = [
    blocked('http://localhost/'),
    blocked('https://localhost:8443/'),
    blocked('http://127.0.0.1:1/'),
    blocked('https://hooks.example/', ['fe80::1%eth0']),
    ...['ftp://hooks.example/', 'file:///etc/passwd', 'gopher://hooks.example/', 'javascript:1', '//hooks.example'].map(
      bad,
    ),
    ...['https://', 'https://hooks.example./', 'https://1.1.1.1.', 'https://①②⑦.0.0.1/', 'nonsense', ''].map(bad),
    { url: 'https://nowhere.example/', addresses: [], reason: 'unresolved' },
  ]
  return [...ofIPv4, ...ofIPv6, ...others]
}

describe('an address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '::ffff:8.8.8.8', '64:ff9b::808:808', '2606:4700:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => expect(isAllowedAddress(address, [])).toBe(true),
  )

  it.each(['', 'hooks.example', '1.1.1.1/8'])('%j is none', (text) => expect(isAllowedAddress(text, [])).toBe(false))

  it('that is not public is allowed in its network alone, however it is written', () => {
    for (const same of ['10.0.0.7', '::ffff:10.0.0.7', '64:ff9b::a00:7']) {
      expect(isAllowedAddress(same, ['10.0.0.0/24', 'fd00::/8'])).toBe(true)
      expect(isAllowedAddress(same, ['10.0.1.0/24'])).toBe(false)
    }
    expect(isAllowedAddress('64:ff9b:1::1', ['64:ff9b:1::/48'])).toBe(true)
  })
})

describe('a message to an internal target', () => {
  it('is sent to none of over 500', async () => {
    const targets = listTargets()
    expect(targets.length).toBeGreaterThan(500)
    for (const { url, addresses = [], reason } of targets) {
      const options = { networks: [], signal, resolve: async () => [...addresses] }
      const outcome = await postMessage({ url, ...message }, options)
      expect(outcome, url).toMatchObject({ status: null, problem: reason, answer: '' })
    }
  })
})

describe('the delivery log', () => {
  let services: TestServices
  beforeEach(async () => {
    services = await openTestServices()
  })

  it('has the reason for each internal target', async () => {
    const targets = sampled(listTargets())
    const { id } = await addWebhook(services, root, { url: 'https://hooks.example/' })
    await sealAllEvents(services)
    for (const { url, addresses = [], reason } of targets) {
      await services.db.updateTable('webhooks').set({ url, next_attempt_at: null, first_failed_at: null }).execute()
      await deliverEvents(services, id, { signal, resolve: async () => [...addresses] })
      services.clock.advance(1)
      const [last] = await listDeliveries(services.db, id, 1)
      expect(last, url).toMatchObject({ status: null, problem: reason, answer: '' })
    }
    expect(await listDeliveries(services.db, id, 1_000)).toHaveLength(targets.length)
  })
})

describe('a message', () => {
  const networks = ['127.0.0.1', '127.0.0.2']

  it('goes to the address that was checked, whatever its name means later', async () => {
    let connections = 0
    const internal = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    internal.listen(0, '127.0.0.1')
    await once(internal, 'listening')
    onTestFinished(() => void internal.close())
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']]
    const resolve: Resolve = async () => answers.shift() ?? []
    const url = `https://hooks.example:${(internal.address() as AddressInfo).port}/`
    const options = { networks: ['127.0.0.2'], signal, resolve }
    expect(await postMessage({ url, ...message }, options)).toMatchObject({ problem: 'connection' })
    expect(answers).toHaveLength(2)
    expect(await postMessage({ url, ...message }, options)).toMatchObject({ problem: 'blocked_address' })
    expect(connections).toBe(0)
  })

  it('follows no redirect', async () => {
    const [first, second] = [await startReceiver(), await startReceiver()]
    first.answer((response) => response.writeHead(307, { location: second.url }).end('elsewhere'))
    const outcome = await postMessage({ url: first.url, ...message }, { networks, signal })
    expect(outcome).toMatchObject({ status: 307, problem: 'redirect', answer: 'elsewhere' })
    expect(second.received).toEqual([])
  })

  it('counts by the status, even if the body is endless', async () => {
    const receiver = await startReceiver()
    receiver.answer((response) => {
      response.writeHead(200)
      const write = () => void (response.destroyed || response.write('x'.repeat(500), () => setImmediate(write)))
      write()
    })
    const outcome = await postMessage({ url: receiver.url, ...message }, { networks, signal })
    expect(outcome).toMatchObject({ status: 200, problem: null, answer: 'x'.repeat(1_024) })
    expect(outcome.durationMs).toBeLessThan(5_000)
  })

  // Waits only for the network, here for a tenth of the time.
  it('is given up after 15 seconds in all, also with a name that DNS does not answer', onlyOn('sqlite'), async () => {
    const timeout = AbortSignal.timeout
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => timeout(limitMs / 10))
    onTestFinished(() => spy.mockRestore())
    const [silent, slow] = [await startReceiver(), await startReceiver()]
    silent.answer(() => undefined)
    slow.answer((response) => void response.writeHead(200).write('so far'))
    const hanging: Resolve = () => new Promise(() => undefined)
    const outcomes = await Promise.all([
      postMessage({ url: silent.url, ...message }, { networks, signal }),
      postMessage({ url: 'https://hooks.example/', ...message }, { networks, signal, resolve: hanging }),
      postMessage({ url: slow.url, ...message }, { networks, signal }),
    ])
    expect(outcomes).toMatchObject([
      { status: null, problem: 'timeout' },
      { status: null, problem: 'timeout' },
      { status: 200, problem: null, answer: 'so far' },
    ])
    expect(spy.mock.calls).toEqual([[15_000], [15_000], [15_000]])
    for (const { durationMs } of outcomes) expect(durationMs).toBeLessThan(3_500)
  })

  it('ignores a proxy of the environment', async () => {
    const [proxy, receiver] = [await startReceiver(), await startReceiver()]
    proxy.answer(answerWith(200))
    const script = `
      const { postMessage } = await import('#lib/domain/events/webhooks/post-message.ts')
      const post = { url: ${JSON.stringify(receiver.url)}, headers: {}, body: '{"seq":1}' }
      const { signal } = new AbortController()
      console.log((await postMessage(post, { networks: ['127.0.0.1'], signal })).status)`
    const HTTP_PROXY = new URL(proxy.url).origin
    const variables = { NODE_ENV: 'test' as const, ...compileCache, NODE_USE_ENV_PROXY: '1', HTTP_PROXY }
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: variables,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const printed = await text(child.stdout)
    expect(printed.trim()).toBe('204')
    expect([proxy.received.length, receiver.received.length]).toEqual([0, 1])
  })
})

const missing = spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl isn’t installed'

describe('a TLS connection', () => {
  beforeEach(({ skip }) => skip(missing !== undefined, missing))

  it('is to the checked address, under the name of the URL, with a certificate for that name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      '/CN=hooks.example',
      '-addext',
      'subjectAltName=DNS:hooks.example',
    ])
    const seen: unknown[] = []
    const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      seen.push([Reflect.get(request.socket, 'servername'), request.headers.host])
      response.writeHead(204).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const send = (name: string) =>
      postMessage(
        { url: `https://${name}:${port}/`, headers: {}, body: '{}' },
        { networks: ['127.0.0.1'], signal, resolve: async () => ['127.0.0.1'] },
      )
    expect(await send('hooks.example')).toMatchObject({ status: null, problem: 'tls' })
    const former = getCACertificates('default')
    setDefaultCACertificates([readFileSync(cert, 'utf8')])
    onTestFinished(() => setDefaultCACertificates(former))
    expect(await send('hooks.example')).toMatchObject({ status: 204, problem: null })
    expect(await send('other.example')).toMatchObject({ status: null, problem: 'tls' })
    expect(seen).toEqual([['hooks.example', `hooks.example:${port}`]])
  })
})
