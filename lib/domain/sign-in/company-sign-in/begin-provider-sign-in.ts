import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import { type ProviderAttempt, sealAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { findProviderError, type ProviderError } from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { readPublished } from '#lib/domain/sign-in/sign-in-providers/provider-metadata.ts'
import { configure } from '#lib/domain/sign-in/sign-in-providers/redeem-code.ts'
import { providerUrls, type SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { findProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'

export type ProviderSignInStart = Readonly<{
  providerId: string
  browserHash: string
  next: string
  /** The token of an invitation that was opened in this browser. */
  link?: string | undefined
  /** The session whose user confirms their identity: the provider asks for it again. */
  sessionId?: string | undefined
}>

/** `url`: where the browser continues. `sealed`: the content of the cookie for `state`. */
export type BegunSignIn = Readonly<{ url: string; state: string; sealed: string }>

/**
 * Begins a sign-in at a provider. Writes nothing. @returns `unavailable` if the provider can't be reached or is
 * disabled
 */
export async function beginProviderSignIn(
  services: Services,
  { providerId, browserHash, next, link, sessionId }: ProviderSignInStart,
): Promise<BegunSignIn | 'unavailable'> {
  const provider = await findProvider(services.db, providerId)
  if (!provider || provider.isDisabled) return 'unavailable'
  const begun = await beginAttempt(services, provider, {
    browserHash,
    next,
    ...(link !== undefined && { linkHash: sha256(link) }),
    ...(sessionId !== undefined && { sessionId }),
  })
  return 'problem' in begun ? 'unavailable' : begun
}

type Purpose = Pick<ProviderAttempt, 'browserHash' | 'next' | 'linkHash' | 'sessionId' | 'test'>

/** What every attempt at a provider begins with, whatever it is for. */
export async function beginAttempt(
  services: Services,
  provider: SignInProvider,
  purpose: Purpose,
): Promise<BegunSignIn | ProviderError> {
  const attempt: ProviderAttempt = {
    ...purpose,
    providerId: provider.id,
    state: randomToken(),
    nonce: randomToken(),
    verifier: randomToken(),
    startedAt: services.clock.now(),
  }
  try {
    const url = await buildUrl(services, provider, attempt)
    return { url, state: attempt.state, sealed: await sealAttempt(services.keys, attempt) }
  } catch (error) {
    const unreachable = findProviderError(error)
    if (!unreachable) throw error
    services.log.warn({ provider: provider.id, problem: unreachable.problem }, 'a sign-in provider cannot be reached')
    return unreachable
  }
}

async function buildUrl(services: Services, provider: SignInProvider, attempt: ProviderAttempt): Promise<string> {
  const published = await readPublished(services, provider.issuer)
  const config = await configure(services, provider, published)
  const { state, nonce, verifier, sessionId } = attempt
  const { acrValues, maxAgeSeconds } = provider
  const isConfirmation = sessionId !== undefined
  const maxAge = isConfirmation ? 0 : maxAgeSeconds
  return buildAuthorizationUrl(config, {
    redirect_uri: providerUrls(services.env.baseUrl, provider.id).redirectUri,
    state,
    nonce,
    scope: scopeFor(provider, published.metadata.scopes_supported),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
    ...(maxAge !== null && { max_age: String(maxAge) }),
    ...(isConfirmation && { prompt: 'login' }),
  }).href
}

/** Okta tells groups only for a scope of that name; others refuse a scope that they don't know. */
function scopeFor({ groupsClaim }: SignInProvider, supported: readonly string[] = []): string {
  const groups = groupsClaim !== null && supported.includes('groups') ? ['groups'] : []
  return ['openid', 'profile', 'email', ...groups].join(' ')
}
