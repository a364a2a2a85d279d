import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Scrape } from '#lib/server/metrics/create-scrape.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { createGateway } from '#lib/web/gateway/gateway.ts'
import { createMetricsListener } from '#lib/web/gateway/serve-metrics.ts'

const token = 'the-token-of-the-scraper'
const scrape: Scrape = { contentType: 'text/plain; version=0.0.4', read: async () => 'a_metric 1\n' }

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function openGateway(services: TestServices): Promise<string> {
  const handle: RequestListener = (_request, response) => void response.end('handled')
  const options = { handle, development: false, endpointsBehind: false, isPage: () => false, scrape }
  return listen(createGateway(services, options))
}

describe('/metrics on the main port', () => {
  it('takes the token', async () => {
    const url = await openGateway(await openTestServices({ METRICS_TOKEN: token }))
    const headers = { Authorization: `bearer ${token}` }
    const response = await fetch(`${url}/metrics`, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(scrape.contentType)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('strict-transport-security')).not.toBeNull()
    expect(await response.text()).toBe('a_metric 1\n')
    expect((await fetch(`${url}/metrics`, { headers, method: 'POST' })).status).toBe(405)
  })

  it.each([
    undefined,
    'Bearer',
    'Bearer the-token-of-the-scrapes',
    'Bearer the-token-of-the-scraper-',
    'Basic the-token-of-the-scraper',
  ])('refuses %s', async (authorization) => {
    const url = await openGateway(await openTestServices({ METRICS_TOKEN: token }))
    const response = await fetch(`${url}/metrics`, { headers: authorization ? { Authorization: authorization } : {} })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect(await response.text()).not.toContain('a_metric')
  })

  it('is unknown without METRICS_TOKEN', async () => {
    const url = await openGateway(await openTestServices({ METRICS_PORT: '9464' }))
    for (const headers of [{}, { Authorization: 'Bearer undefined' }]) {
      expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404)
    }
  })
})

describe('the listener of METRICS_PORT', () => {
  it('serves /metrics and nothing else', async () => {
    const services = await openTestServices({ METRICS_PORT: '9464' })
    const url = await listen(createMetricsListener(services, scrape))
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('a_metric 1\n')
    expect((await fetch(`${url}/metrics`, { method: 'HEAD' })).status).toBe(200)
    for (const path of ['/', '/livez', '/auth/v1/token', '/metrics/']) {
      expect((await fetch(url + path)).status, path).toBe(404)
    }
  })

  it('says and logs that a scrape failed', async () => {
    const services = await openTestServices({ METRICS_PORT: '9464' })
    const failing = { ...scrape, read: () => Promise.reject(new Error('planted')) }
    const url = await listen(createMetricsListener(services, failing))
    const response = await fetch(`${url}/metrics`)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('planted')
    expect(services.logLines.join('')).toContain('planted')
  })
})
