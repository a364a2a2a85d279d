import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeApiCaller } from '#lib/testing/api-client.ts'
import { connectRaw, head } from '#lib/testing/raw-client.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { importMany, type SendLines } from '../../../quality/endpoint-runs/import-many.ts'

const path = '/api/v1/accounts/import'

async function headersFor({ services }: TestFront): Promise<Record<string, string>> {
  const { token } = await makeApiCaller(services, ['accounts:write'])
  return { Host: 'login.example.com', Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' }
}

function toSender(port: number, headers: Record<string, string>): SendLines {
  return async (query, lines) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: `${path}${query}`, headers })
    Readable.from(lines).pipe(sent)
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(200)
    return response.setEncoding('utf8')
  }
}

describe('the gateway before the import of accounts', () => {
  it('imports 3,000 accounts both ways as a stream; `npm run bulk-import` does 1,000,000', {
    timeout: 120_000,
  }, async () => {
    const front = await openFront({})
    const counts = { created: 0, updated: 0, unchanged: 0, suspended: 0 }
    // What was created in the millisecond in which an import begins counts as newer. PostgreSQL has the real time.
    const passTime = async () => {
      front.services.clock.advance(1)
      await sleep(2)
    }
    expect(await importMany(toSender(front.port, await headersFor(front)), 3_000, passTime)).toEqual([
      { ...counts, lines: 3_001, created: 3_000 },
      { ...counts, lines: 3_001, updated: 300, unchanged: 2_700 },
      { ...counts, lines: 2_701, unchanged: 2_700, suspended: 300 },
    ])
  })

  it('lets its body take longer than others, and ends others after the timeout', async () => {
    const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }
    const front = await openFront({}, { limits })
    const headers = { ...(await headersFor(front)), 'Transfer-Encoding': 'chunked' }
    const client = await connectRaw(front.port, head(`POST ${path} HTTP/1.1`, headers))
    const line = '{"id":"a","name":"A"}\n'
    client.socket.write(`${line.length.toString(16)}\r\n${line}\r\n`)
    await sleep(600)
    client.socket.write('0\r\n\r\n')
    await expect.poll(() => client.received()).toMatch(/^HTTP\/1\.1 200 OK.*"summary":\{"created":1,/s)
    // The connection is an ordinary one again.
    client.socket.write(head('POST /auth/v1/token HTTP/1.1', { 'Content-Length': '10' }))
    expect(await client.ended).toMatch(/HTTP\/1\.1 (408|4\d\d)/)
  })

  it('survives a client that goes away in the middle', async () => {
    const front = await openFront({})
    const headers = { ...(await headersFor(front)), 'Transfer-Encoding': 'chunked' }
    for (let n = 0; n < 6; n++) {
      const client = await connectRaw(front.port, head(`POST ${path} HTTP/1.1`, headers))
      client.socket.write('17\r\n{"id":"a","name":"A"}\n\r\n')
      await sleep(30)
      client.socket.destroy()
    }
    await sleep(300)
    const { status, body } = await front.ask({ method: 'POST', path, headers: await headersFor(front), body: '' })
    expect([status, JSON.parse(body)]).toMatchObject([200, { summary: { invalid: 0 } }])
  })
})
