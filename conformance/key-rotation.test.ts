import { createRemoteJWKSet, customFetch, jwtVerify, type RemoteJWKSetOptions } from 'jose'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { Oauth4webapiClient } from './checks/oauth4webapi-client.ts'
import { commandLine } from './rig/command-line.ts'
import { latchkeyTarget } from './targets/target.ts'

const product = inject('product')
const patienceMs = 20_000

afterEach(() => {
  vi.useRealTimers()
})

it('fails no verification by jose across two rotations of the signing key, with the key set kept', async () => {
  const server = await Oauth4webapiClient.discover(latchkeyTarget())
  const address = new URL(String(server.metadata.jwks_uri))
  const keptMs = await readMaxAgeMs(address)
  const verifiers = [
    // As it comes: kept for ten minutes, read again for a key that is not in it.
    keepKeySet(address),
    // Kept for as long as the server allows, and never read again before.
    keepKeySet(address, { cacheMaxAge: keptMs, cooldownDuration: Number.POSITIVE_INFINITY }),
  ]
  /** One token of each signing key: they stay good when it is no longer the current one. */
  const tokens = new Map<string, string>()
  const verifyAll = async () => {
    const { access_token } = await server.requestToken(server.post)
    for (const token of [access_token, ...tokens.values()]) {
      const keys = await Promise.all(verifiers.map(({ verify }) => verify(token)))
      for (const key of keys) if (token === access_token) tokens.set(key, token)
    }
  }

  await verifyAll()
  for (const keys of [2, 3]) {
    const rotation = commandLine(product.variables)('signing-key', 'rotate')
    const deadline = performance.now() + patienceMs
    while (tokens.size < keys && performance.now() < deadline) await verifyAll()
    await rotation
    vi.setSystemTime(Date.now() + keptMs)
  }

  expect(tokens.size).toBe(3)
  // Otherwise it would have been no keeping.
  expect(verifiers.map(({ countFetches }) => countFetches())).toEqual([2, 2])
})

/** @returns what a resource server does that keeps the key set, and how often it has read it */
function keepKeySet(address: URL, options: RemoteJWKSetOptions = {}) {
  let fetches = 0
  const counted: typeof fetch = (input, init) => {
    fetches++
    return fetch(input, init)
  }
  const keySet = createRemoteJWKSet(address, { ...options, [customFetch]: counted })
  const expected = { issuer: product.baseUrl, audience: product.baseUrl, typ: 'at+jwt' }
  return {
    /** @returns the id of the key that has signed the token */
    verify: async (token: string) => String((await jwtVerify(token, keySet, expected)).protectedHeader.kid),
    countFetches: () => fetches,
  }
}

async function readMaxAgeMs(address: URL): Promise<number> {
  const { headers } = await fetch(address)
  return Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]) * 1_000
}
