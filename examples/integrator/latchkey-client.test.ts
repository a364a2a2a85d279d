import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { createLatchkeyClient, type LatchkeyOptions, LatchkeyRefusal, LatchkeyUnreachable } from './latchkey-client.ts'

const lifeMs = 36_000_000

let front: TestFront
let key: TestKey
/** The forms sent to the token endpoint, and the number of link requests. */
let tokenForms: URLSearchParams[]
let linkRequests: number
beforeEach(async () => {
  front = await openFront({})
  key = await makeTestKey(front.services, { role: 'admin' })
  await createAccount(front.services, root, account({ id: 'acme', name: 'Acme' }))
  await addReturnAddress(front.services, root, { origin: 'https://crm.example' })
  tokenForms = []
  linkRequests = 0
})

type Fetch = typeof fetch

const counting: Fetch = (url, init) => {
  if (String(url).endsWith('/token')) tokenForms.push(new URLSearchParams(String(init?.body)))
  else linkRequests++
  return fetch(url, init)
}

function makeClient(options: Partial<LatchkeyOptions> = {}) {
  return createLatchkeyClient({
    baseUrl: `http://127.0.0.1:${front.port}`,
    clientId: key.id,
    clientSecret: key.secret,
    username: key.username,
    fetch: counting,
    now: () => front.services.clock.now(),
    ...options,
  })
}

function grantTypes(): (string | null)[] {
  return tokenForms.map((form) => form.get('grantType'))
}

const acme = { accountId: 'acme' }

/** Sends requests that contain `words`, and loses the response of the first `times` of them. */
function losing(words: string, times: number): Fetch {
  let left = times
  return async (url, init) => {
    const response = await counting(url, init)
    if (!`${url} ${init?.body}`.includes(words) || left-- <= 0) return response
    throw new TypeError('the connection was closed')
  }
}

describe('openAccount', () => {
  it('returns a link to the requested account with its back URL', async () => {
    const asked = {
      accountId: 'acme',
      backUrl: 'https://crm.example/7?a=b&c',
      locale: 'de-at',
      deepPath: '/accounts/acme/x',
    }
    const { grantUrl, expiresIn } = await makeClient().openAccount(asked)
    const { pathname, search, searchParams } = new URL(grantUrl)
    expect(expiresIn).toBe(15)
    expect(searchParams.get('backUrl')).toBe(asked.backUrl)
    const opened = await front.ask({ path: pathname + search })
    expect([opened.status, opened.headers.location]).toEqual([303, '/accounts/acme/x'])
  })

  it('throws the error code and the request ID of the platform’s log', async () => {
    const refusal = await makeClient()
      .openAccount({ accountId: 'nowhere' })
      .catch((error: unknown) => error)
    if (!(refusal instanceof LatchkeyRefusal)) throw refusal
    expect(refusal).toMatchObject({ status: 403, error: 'access_denied', retryAfterMs: undefined })
    expect(front.services.logLines.join()).toContain(refusal.requestId)
    expect(linkRequests).toBe(1)
  })

  it('repeats a request whose response was lost', async () => {
    await makeClient({ fetch: losing('/sso', 2) }).openAccount(acme)
    expect(linkRequests).toBe(3)
  })
})

describe('accessToken', () => {
  it('is requested once for fifty concurrent callers', async () => {
    const client = makeClient()
    await Promise.all(Array.from({ length: 50 }, () => client.openAccount(acme)))
    expect([grantTypes(), linkRequests]).toEqual([['client_credentials'], 50])
  })

  it('is kept until a minute before it expires, then renewed in the background', async () => {
    const client = makeClient()
    const first = await client.accessToken()
    front.services.clock.advance(lifeMs - 60_001)
    expect(await client.accessToken()).toBe(first)
    expect(grantTypes()).toEqual(['client_credentials'])
    front.services.clock.advance(1)
    expect(await client.accessToken()).toBe(first)
    await expect.poll(() => client.accessToken()).not.toBe(first)
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token'])
  })

  it('is renewed after it expired, by one request for all callers', async () => {
    const client = makeClient()
    await client.accessToken()
    front.services.clock.advance(lifeMs)
    await Promise.all(Array.from({ length: 50 }, () => client.openAccount(acme)))
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token'])
  })

  it('is requested with the key each time if there is no username', async () => {
    const client = makeClient({ username: undefined })
    await client.accessToken()
    front.services.clock.advance(lifeMs)
    await client.openAccount(acme)
    expect(grantTypes()).toEqual(['client_credentials', 'client_credentials'])
  })

  it('survives lost responses: the same refresh token is repeated, and its family stays alive', async () => {
    const client = makeClient({ fetch: losing('refresh_token', 2) })
    await client.accessToken()
    front.services.clock.advance(lifeMs)
    await client.openAccount(acme)
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token', 'refresh_token', 'refresh_token'])
    expect(new Set(tokenForms.slice(1).map((form) => form.get('refreshToken'))).size).toBe(1)
    const families = await front.services.db.selectFrom('refresh_families').selectAll().execute()
    expect(families).toEqual([expect.objectContaining({ generation: 2, revoked_at: null })])
  })

  it('is requested with the key if the refresh token is refused', async () => {
    const client = makeClient()
    await client.openAccount(acme)
    await front.services.db.updateTable('refresh_families').set({ revoked_at: 1 }).execute()
    await client.openAccount(acme)
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token', 'client_credentials'])
  })

  it('is not requested again with a revoked key', async () => {
    const client = makeClient()
    await client.openAccount(acme)
    await revokeApiKey(front.services, root, key.id)
    await expect(client.openAccount(acme)).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token', 'client_credentials'])
  })
})

describe('a failing platform', () => {
  /** Answers 503 to the first `times` requests. */
  function busy(times: number, retryAfter: string): Fetch {
    let left = times
    return async (url, init) => {
      const response = await counting(url, init)
      if (left-- <= 0) return response
      const body = { error: 'temporarily_unavailable', error_description: 'The service is busy.', requestId: 'req_1' }
      return Response.json(body, { status: 503, headers: { 'Retry-After': retryAfter } })
    }
  }

  it('is retried after Retry-After', async () => {
    const begun = performance.now()
    await makeClient({ fetch: busy(1, '1') }).openAccount(acme)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990)
    expect(grantTypes()).toEqual(['client_credentials', 'client_credentials'])
  })

  it('is reported at once if Retry-After is long', async () => {
    const refused = makeClient({ fetch: busy(9, '60') }).openAccount(acme)
    await expect(refused).rejects.toMatchObject({ status: 503, requestId: 'req_1', retryAfterMs: 60_000 })
    expect(tokenForms).toHaveLength(1)
  })

  it('is reported after three attempts', async () => {
    await expect(makeClient({ fetch: losing('grantType', 9) }).openAccount(acme)).rejects.toThrow(LatchkeyUnreachable)
    expect(tokenForms).toHaveLength(3)
  })

  it('is unreachable, not a refusal, if a proxy answers', async () => {
    const proxy: Fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    await expect(makeClient({ fetch: proxy }).openAccount(acme)).rejects.toThrow(LatchkeyUnreachable)
  })

  it('is unreachable after the time limit of a request', async () => {
    const silent: Fetch = (_url, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    await expect(makeClient({ fetch: silent, timeoutMs: 10 }).openAccount(acme)).rejects.toThrow(LatchkeyUnreachable)
  })
})

describe('a caller that aborts', () => {
  it('stops waiting, and other callers get their token', async () => {
    const gate = Promise.withResolvers<void>()
    const slow: Fetch = async (url, init) => {
      await gate.promise
      return counting(url, init)
    }
    const client = makeClient({ fetch: slow })
    const impatient = new AbortController()
    const [givenUp, patient] = [client.openAccount({ ...acme, signal: impatient.signal }), client.openAccount(acme)]
    impatient.abort(new Error('the page was closed'))
    await expect(givenUp).rejects.toThrow('the page was closed')
    gate.resolve()
    expect((await patient).grantUrl).toContain('/sso?token=')
    expect(grantTypes()).toEqual(['client_credentials'])
  })

  it('sends no request if it aborted before', async () => {
    await expect(makeClient().openAccount({ ...acme, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(tokenForms).toEqual([])
  })
})
