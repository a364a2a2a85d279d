import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { installServices } from '#lib/foundation/services.ts'
import { announceStop } from '#lib/kernel/stopping.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { commonHeaders, refusalBody, show } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { readyzEndpoint } from '#lib/web/endpoints/readyz.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

function ask(method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}/readyz`, { method, headers: { 'X-Request-Id': 'req_1' } })
  return callEndpoint(readyzEndpoint, request)
}

/** Puts a database in place whose results are changed on their way. */
function interpose(transformResult: KyselyPlugin['transformResult']): void {
  const db = services.db.withPlugin({ transformQuery: ({ node }) => node, transformResult })
  installServices({ ...services, db })
}

const notReady = {
  status: 503,
  headers: { ...commonHeaders, 'retry-after': '1' },
  body: refusalBody('temporarily_unavailable', 'The service is busy. Try again shortly.'),
}
const logged = () => services.logLines.map((line) => JSON.parse(line))

describe('GET /readyz', () => {
  it('answers 200 when requests can be answered, on a new database too', async () => {
    expect(await show(await ask())).toEqual({ status: 200, headers: commonHeaders, body: '{"status":"ok"}' })
    expect((await currentKeyRing(services)).publicJwks).toHaveLength(2)
    expect((await ask('HEAD')).status).toBe(200)
  })

  it('refuses POST', async () => {
    const refused = await ask('POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('503', () => {
  it('when the database is gone, until it is back', async () => {
    let isGone = true
    interpose(async ({ result }) => {
      if (isGone) throw new Error('no connection')
      return result
    })
    expect(await show(await ask())).toEqual(notReady)
    expect(logged()).toEqual([
      expect.objectContaining({ level: 40, status: 503, error: expect.objectContaining({ message: 'no connection' }) }),
    ])
    isGone = false
    expect((await ask()).status).toBe(200)
  })

  it('when the database was closed', async () => {
    await services.db.destroy()
    expect(await show(await ask())).toEqual(notReady)
  })

  it('within two seconds when the database does not answer', async () => {
    interpose(() => new Promise(() => undefined))
    const startedAt = performance.now()
    expect(await show(await ask())).toEqual(notReady)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  it('when the database has an older schema than this version', async () => {
    interpose(async ({ result }) => ({
      ...result,
      rows: result.rows.filter((row) => row.name !== '0100-baseline'),
    }))
    expect(await show(await ask())).toEqual(notReady)
    expect(logged()[0]).toMatchObject({ detail: 'the database schema is older than this version' })
  })

  it('when the signing keys cannot be read', async () => {
    await currentKeyRing(services)
    installServices({ ...services, db: services.db.withoutPlugins(), keys: deriveServerKeys(['x'.repeat(32)]) })
    expect(await show(await ask())).toEqual(notReady)
  })

  it('while the process is stopping', async () => {
    expect((await ask()).status).toBe(200)
    announceStop(services, 'ending')
    expect(await show(await ask())).toEqual(notReady)
    expect(logged()[0]).toMatchObject({ detail: 'the process is stopping' })
  })

  it('not while another process takes its place', async () => {
    announceStop(services, 'replaced')
    expect((await ask()).status).toBe(200)
  })
})
