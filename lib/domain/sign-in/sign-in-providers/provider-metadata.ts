import { createRemoteJWKSet, customFetch as keySetFetch } from 'jose'
import { allowInsecureRequests, customFetch, discovery, type ServerMetadata } from 'openid-client'
import {
  createProviderFetch,
  findProviderError,
  ProviderError,
  problemOfStatus,
} from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { maxProviders } from '#lib/domain/sign-in/sign-in-providers/limits.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { Resolve } from '#lib/kernel/checked-request.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'

/** What a provider publishes: its endpoints, and the keys that verify its tokens. */
export type PublishedProvider = Readonly<{ metadata: ServerMetadata; keys: ReturnType<typeof createRemoteJWKSet> }>

/** After this, metadata is fetched again. While that fails, the known ones serve on for {@link staleMs}. */
const freshMs = 10 * minuteMs
const staleMs = 60 * minuteMs
/** A provider that failed is not asked again within this time. */
const retryMs = 5 * secondMs
/** An unknown key makes the key set be fetched again, at most once in this time. */
const keySetCooldownMs = 30 * secondMs
const keySetMaxAgeMs = 10 * minuteMs

type Known = {
  published: PublishedProvider | undefined
  fetchedAt: number
  failed: Readonly<{ at: number; error: unknown }> | undefined
  fetching: Promise<PublishedProvider> | undefined
}

const slot = Symbol.for('latchkey.providers')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: WeakMap<Database, Map<string, Known>> }
shared[slot] ??= new WeakMap()
const byDatabase = shared[slot]

type Reader = Pick<Services, 'db' | 'env' | 'clock'>

/**
 * What the provider with this issuer publishes, as cached by this process. Concurrent callers share one request.
 * @throws ProviderError
 */
export async function readPublished(services: Reader, issuer: string): Promise<PublishedProvider> {
  const known = findKnown(services.db, issuer)
  const now = services.clock.now()
  const age = Math.abs(now - known.fetchedAt)
  if (known.published && age < freshMs) return known.published
  const hasStale = known.published !== undefined && age < staleMs
  if (known.failed && Math.abs(now - known.failed.at) < retryMs) {
    if (hasStale && known.published) return known.published
    throw known.failed.error
  }
  known.fetching ??= refresh(services, issuer, known)
  try {
    return await known.fetching
  } catch (error) {
    if (hasStale && known.published) return known.published
    throw error
  }
}

/**
 * Fetches the discovery document, without the cache. @param resolve for tests
 * @throws ProviderError; `issuer_differs` unless the document names exactly this issuer
 */
export async function fetchPublished(
  { env }: Readonly<{ env: Pick<Env, 'baseUrl' | 'providerNetworks'> }>,
  issuer: string,
  resolve?: Resolve,
): Promise<PublishedProvider> {
  const fetch = createProviderFetch(env, resolve)
  const metadata = await fetchMetadata(issuer, fetch)
  if (metadata.issuer !== issuer) throw new ProviderError('issuer_differs', { actual: metadata.issuer })
  const { jwks_uri: jwksUri, authorization_endpoint: start, token_endpoint: token } = metadata
  if (!jwksUri || !start || !token || ![jwksUri, start, token].every(isUsable(issuer))) {
    throw new ProviderError('incomplete')
  }
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    [keySetFetch]: fetch,
    cooldownDuration: keySetCooldownMs,
    cacheMaxAge: keySetMaxAgeMs,
  })
  return { metadata, keys }
}

async function fetchMetadata(issuer: string, fetch: ReturnType<typeof createProviderFetch>): Promise<ServerMetadata> {
  try {
    const config = await discovery(new URL(issuer), 'latchkey', undefined, undefined, {
      [customFetch]: fetch,
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    })
    return config.serverMetadata()
  } catch (error) {
    throw findProviderError(error) ?? toDiscoveryError(error)
  }
}

/** The library tells the document whose issuer differs. */
function toDiscoveryError(error: unknown): ProviderError {
  const cause = error instanceof Error ? error.cause : undefined
  const body = Reflect.get(Object(cause), 'body')
  const actual = Reflect.get(Object(body), 'issuer')
  if (Reflect.get(Object(cause), 'attribute') === 'issuer' && typeof actual === 'string') {
    return new ProviderError('issuer_differs', { actual, cause: error })
  }
  return new ProviderError(problemOfStatus(error) ?? 'not_discovery', { cause: error })
}

/** An https provider has https endpoints. */
function isUsable(issuer: string): (url: string) => boolean {
  return (url) => URL.canParse(url) && (url.startsWith('https:') || issuer.startsWith('http:'))
}

async function refresh(services: Reader, issuer: string, known: Known): Promise<PublishedProvider> {
  try {
    const published = await fetchPublished(services, issuer)
    Object.assign(known, { published, fetchedAt: services.clock.now(), failed: undefined })
    return published
  } catch (error) {
    known.failed = { at: services.clock.now(), error }
    throw error
  } finally {
    known.fetching = undefined
  }
}

/** At most as many as there may be providers: the one that was added first is forgotten. */
function findKnown(db: Database, issuer: string): Known {
  const providers = byDatabase.get(db) ?? new Map<string, Known>()
  byDatabase.set(db, providers)
  const known = providers.get(issuer)
  if (known) return known
  const [oldest] = providers.keys()
  if (providers.size >= maxProviders && oldest !== undefined) providers.delete(oldest)
  const added = { published: undefined, fetchedAt: 0, failed: undefined, fetching: undefined }
  providers.set(issuer, added)
  return added
}
