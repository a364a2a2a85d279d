import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/accounts/create-account.ts'
import { addReturnAddress } from '#lib/return-addresses/manage-return-addresses.ts'
import { root } from '#lib/testing/people.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'
import { createLatchkeyClient, type LatchkeyOptions, LatchkeyRefusal, LatchkeyUnreachable } from './latchkey-client.ts'

const lifeMs = 36_000_000

let front: TestFront
let key: TestKey
/** The forms that reached the token endpoint, and how often a link was asked for. */
let tokenForms: URLSearchParams[]
let linksAsked: number
beforeEach(async () => {
  front = await openFront({})
  key = await makeTestKey(front.services, { role: 'admin' })
  await createAccount(front.services, root, { id: 'acme', name: 'Acme', locale: null, deepPath: null })
  await addReturnAddress(front.services, root, { origin: 'https://crm.example' })
  tokenForms = []
  linksAsked = 0
})

type Fetch = typeof fetch

const counting: Fetch = (url, init) => {
  if (String(url).endsWith('/token')) tokenForms.push(new URLSearchParams(String(init?.body)))
  else linksAsked++
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

/** Does what was asked and then loses the answer, for as many requests that hold these words as are left. */
function losing(words: string, times: number): Fetch {
  let left = times
  return async (url, init) => {
    const response = await counting(url, init)
    if (!`${url} ${init?.body}`.includes(words) || left-- <= 0) return response
    throw new TypeError('the connection was closed')
  }
}

describe('a link', () => {
  it('opens the account that was asked for, and leads back', async () => {
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

  it('is refused by name, with the id under which the platform’s log tells of it', async () => {
    const refusal = await makeClient()
      .openAccount({ accountId: 'nowhere' })
      .catch((error: unknown) => error)
    if (!(refusal instanceof LatchkeyRefusal)) throw refusal
    expect(refusal).toMatchObject({ status: 403, error: 'access_denied', retryAfterMs: undefined })
    expect(front.services.logLines.join()).toContain(refusal.requestId)
    expect(linksAsked).toBe(1)
  })

  it('is asked for again when the answer was lost', async () => {
    await makeClient({ fetch: losing('/sso', 2) }).openAccount(acme)
    expect(linksAsked).toBe(3)
  })
})

describe('an access token', () => {
  it('is asked for once, by fifty that need it at the same moment', async () => {
    const client = makeClient()
    await Promise.all(Array.from({ length: 50 }, () => client.openAccount(acme)))
    expect([grantTypes(), linksAsked]).toEqual([['client_credentials'], 50])
  })

  it('is kept until a minute before its end, and then renewed while nobody waits', async () => {
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

  it('is renewed once it has ended, by one request for all', async () => {
    const client = makeClient()
    await client.accessToken()
    front.services.clock.advance(lifeMs)
    await Promise.all(Array.from({ length: 50 }, () => client.openAccount(acme)))
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token'])
  })

  it('is asked for with the key each time where nobody said whose it is', async () => {
    const client = makeClient({ username: undefined })
    await client.accessToken()
    front.services.clock.advance(lifeMs)
    await client.openAccount(acme)
    expect(grantTypes()).toEqual(['client_credentials', 'client_credentials'])
  })

  it('survives lost answers: the same refresh token is sent again, and its family lives', async () => {
    const client = makeClient({ fetch: losing('refresh_token', 2) })
    await client.accessToken()
    front.services.clock.advance(lifeMs)
    await client.openAccount(acme)
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token', 'refresh_token', 'refresh_token'])
    expect(new Set(tokenForms.slice(1).map((form) => form.get('refreshToken'))).size).toBe(1)
    const families = await front.services.db.selectFrom('refresh_families').selectAll().execute()
    expect(families).toEqual([expect.objectContaining({ generation: 2, revoked_at: null })])
  })

  it('is asked for with the key once the refresh token is refused', async () => {
    const client = makeClient()
    await client.openAccount(acme)
    await front.services.db.updateTable('refresh_families').set({ revoked_at: 1 }).execute()
    await client.openAccount(acme)
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token', 'client_credentials'])
  })

  it('is not hunted for with a key that is good no more', async () => {
    const client = makeClient()
    await client.openAccount(acme)
    await revokeApiKey(front.services, root, key.id)
    await expect(client.openAccount(acme)).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    expect(grantTypes()).toEqual(['client_credentials', 'refresh_token', 'client_credentials'])
  })
})

describe('trouble', () => {
  /** What a busy platform answers, for as many requests as are left. */
  function busy(times: number, retryAfter: string): Fetch {
    let left = times
    return async (url, init) => {
      const response = await counting(url, init)
      if (left-- <= 0) return response
      const body = { error: 'temporarily_unavailable', error_description: 'The service is busy.', requestId: 'req_1' }
      return Response.json(body, { status: 503, headers: { 'Retry-After': retryAfter } })
    }
  }

  it('that passes is waited for as long as the platform says', async () => {
    const begun = performance.now()
    await makeClient({ fetch: busy(1, '1') }).openAccount(acme)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990)
    expect(grantTypes()).toEqual(['client_credentials', 'client_credentials'])
  })

  it('that takes long is told at once, with how long it takes', async () => {
    const refused = makeClient({ fetch: busy(9, '60') }).openAccount(acme)
    await expect(refused).rejects.toMatchObject({ status: 503, requestId: 'req_1', retryAfterMs: 60_000 })
    expect(tokenForms).toHaveLength(1)
  })

  it('that does not pass is told after three tries', async () => {
    await expect(makeClient({ fetch: losing('grantType', 9) }).openAccount(acme)).rejects.toThrow(LatchkeyUnreachable)
    expect(tokenForms).toHaveLength(3)
  })

  it('with an answer of somebody else’s is no refusal', async () => {
    const proxy: Fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    await expect(makeClient({ fetch: proxy }).openAccount(acme)).rejects.toThrow(LatchkeyUnreachable)
  })

  it('lasts no longer than the time that a request may take', async () => {
    const silent: Fetch = (_url, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    await expect(makeClient({ fetch: silent, timeoutMs: 10 }).openAccount(acme)).rejects.toThrow(LatchkeyUnreachable)
  })
})

describe('one who gives up', () => {
  it('stops waiting, and the others get their token', async () => {
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

  it('before anything was sent sends nothing', async () => {
    await expect(makeClient().openAccount({ ...acme, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(tokenForms).toEqual([])
  })
})
