import { setTimeout as sleep } from 'node:timers/promises'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify, type RemoteJWKSetOptions } from 'jose'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { announcementMs } from '../../lib/domain/tokens/access-tokens/signing-key.ts'
import { withServices } from '../resilience/harness/databases.ts'
import { Oauth4webapiClient } from './checks/oauth4webapi-client.ts'
import { commandLine } from './harness/command-line.ts'
import { latchkeyTarget } from './targets/target.ts'

const product = inject('product')
const patienceMs = 20_000
const pauseMs = 100

afterEach(() => {
  vi.useRealTimers()
})

it('fails no verification by jose across two rotations of the signing key, with the key set kept', async () => {
  const server = await Oauth4webapiClient.discover(latchkeyTarget())
  const address = new URL(String(server.metadata.jwks_uri))
  const verifiers = [
    // As it comes: kept for ten minutes, read again for a key that is not in it.
    keepKeySet(address),
    // Kept for longer than the server says, and never read again before.
    keepKeySet(address, { cacheMaxAge: announcementMs - 1, cooldownDuration: Number.POSITIVE_INFINITY }),
  ]
  /** One token of each signing key: they stay good when it is no longer the current one. */
  const tokens = new Map<string, string>()
  const verifyAll = async () => {
    const { access_token } = await server.requestToken(server.post)
    tokens.set(decodeProtectedHeader(access_token).kid ?? '', access_token)
    for (const token of tokens.values()) await Promise.all(verifiers.map(({ verify }) => verify(token)))
  }

  await verifyAll()
  for (const keys of [2, 3]) {
    await letTimePass()
    const rotation = commandLine(product.variables)('signing-key', 'rotate')
    const deadline = performance.now() + patienceMs
    // The command shares the machine.
    for (; tokens.size < keys && performance.now() < deadline; await sleep(pauseMs)) await verifyAll()
    await rotation
  }

  expect(tokens.size).toBe(3)
  // More would have been no keeping.
  expect(verifiers.map(({ countFetches }) => countFetches())).toEqual([3, 3])
})

/** How long the next key is published before it signs. */
async function letTimePass(): Promise<void> {
  vi.setSystemTime(Date.now() + announcementMs)
  await withServices(product.variables, ({ db }) =>
    db
      .updateTable('signing_keys')
      .set((eb) => ({ created_at: eb('created_at', '-', announcementMs) }))
      .execute(),
  )
}

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
    verify: (token: string) => jwtVerify(token, keySet, expected),
    countFetches: () => fetches,
  }
}
