import { jwtVerify } from 'jose'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  fetchUserInfo,
  modifyAssertion,
  PrivateKeyJwt,
  ResponseBodyError,
  type ServerMetadata,
  type UserInfoResponse,
} from 'openid-client'
import { createProviderFetch, findProviderError } from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { type ProviderClaims, readClaims } from '#lib/domain/sign-in/sign-in-providers/provider-claims.ts'
import { type PublishedProvider, readPublished } from '#lib/domain/sign-in/sign-in-providers/provider-metadata.ts'
import { readProviderSecret } from '#lib/domain/sign-in/sign-in-providers/provider-secret.ts'
import { type SignInProvider, usesOwnKey } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** How far the provider's clock may be off, in seconds. */
export const toleranceSeconds = 30

/** No symmetric algorithm, and not `none`: keys come only from the provider's key set. */
export const tokenAlgorithms: string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/**
 * Why a provider's answer is no sign-in. `cancelled`: the user or the provider declined. `factor`: it was not strong or
 * recent enough. `unavailable`: the provider could not be reached. `refused`: anything else.
 */
export const redemptionProblems = ['cancelled', 'factor', 'unavailable', 'refused'] as const
export type RedemptionProblem = (typeof redemptionProblems)[number]

/** `detail`: for the log. It holds no token and no code. */
export class RedemptionError extends Error {
  override readonly name = 'RedemptionError'
  readonly problem: RedemptionProblem
  readonly detail: string

  constructor(problem: RedemptionProblem, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.problem = problem
    this.detail = detail
  }
}

/** What this server remembers of the authorization request. */
export type Expected = Readonly<{
  state: string
  nonce: string
  verifier: string
  /** The longest time since the user authenticated, in seconds; undefined for any. */
  maxAgeSeconds: number | undefined
}>

/** `told`: the claims of the ID token and the user info as they came, for the owner who tests a provider. */
export type Redeemed = Readonly<{ claims: ProviderClaims; told: Readonly<Record<string, unknown>> }>

/**
 * Redeems the code of an authorization response, and verifies the ID token: `iss` (RFC 9207), `state`, PKCE (RFC 7636),
 * and OpenID Connect Core §3.1.3.7 with the signature, which TLS alone does not replace here.
 * @throws RedemptionError
 */
export async function redeemCode(
  services: Services,
  provider: SignInProvider,
  { callback, expected }: Readonly<{ callback: URL; expected: Expected }>,
): Promise<Redeemed> {
  try {
    const published = await readPublished(services, provider.issuer)
    const config = await configure(services, provider, published)
    const tokens = await authorizationCodeGrant(config, callback, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      ...(expected.maxAgeSeconds !== undefined && { maxAge: expected.maxAgeSeconds }),
    })
    const { payload } = await jwtVerify(tokens.id_token ?? '', published.keys, {
      issuer: provider.issuer,
      audience: provider.clientId,
      algorithms: tokenAlgorithms,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(services.clock.now()),
    })
    // OpenID Connect Core §3.1.3.7, step 5. The library checks it only with several audiences.
    if (payload.azp !== undefined && payload.azp !== provider.clientId) {
      throw new RedemptionError('refused', 'azp is another client')
    }
    const fromToken = readClaims(payload, provider)
    if (!fromToken.isPartial || !published.metadata.userinfo_endpoint) return { claims: fromToken, told: payload }
    // Some providers put the address and the groups only there.
    const { subject } = fromToken
    const userInfo = await readUserInfo(services, provider, { config, accessToken: tokens.access_token, subject })
    const more = userInfo === 'failed' ? {} : userInfo
    return { claims: readClaims(payload, provider, userInfo), told: { ...more, ...payload } }
  } catch (error) {
    throw toRedemptionError(error)
  }
}

/**
 * What the user info says. Its failure doesn't refuse a user whose ID token is right.
 * @returns `failed` unless it could be read @throws if it is of another subject (OpenID Connect Core §5.3.2)
 */
async function readUserInfo(
  { log }: Services,
  { id }: SignInProvider,
  { config, accessToken, subject }: Readonly<{ config: Configuration; accessToken: string; subject: string }>,
): Promise<UserInfoResponse | 'failed'> {
  try {
    return await fetchUserInfo(config, accessToken, subject)
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error
    log.warn({ provider: id, problem: toDetail(error) }, 'the user info of a sign-in provider cannot be read')
    return 'failed'
  }
}

/** The client at the provider, as its token endpoint knows it. The key of a moment ago may have been rotated. */
export async function configure(
  services: Services,
  provider: SignInProvider,
  { metadata }: PublishedProvider,
): Promise<Configuration> {
  // Whole seconds, as the library counts: the result is this server's second.
  const skew = Math.floor(services.clock.now() / secondMs) - Math.floor(Date.now() / secondMs)
  const client = { [clockSkew]: skew, [clockTolerance]: toleranceSeconds }
  const config = new Configuration(
    metadata,
    provider.clientId,
    client,
    await authenticate(services, provider, metadata),
  )
  config[customFetch] = createProviderFetch(services.env)
  if (provider.issuer.startsWith('http:')) allowInsecureRequests(config)
  return config
}

async function authenticate(
  services: Services,
  { id, clientAuth }: SignInProvider,
  { token_endpoint: tokenEndpoint }: ServerMetadata,
): Promise<ClientAuth> {
  if (usesOwnKey(clientAuth)) {
    const { signing } = await currentKeyRing(services)
    if (signing.key instanceof Uint8Array) throw new Error('the signing key is symmetric')
    const key = { key: signing.key, kid: signing.id }
    // RFC 7523 §3 allows either audience, and providers accept one of them.
    return clientAuth === 'private_key_jwt'
      ? PrivateKeyJwt(key)
      : PrivateKeyJwt(key, {
          [modifyAssertion]: (_header, payload) => void Object.assign(payload, { aud: tokenEndpoint }),
        })
  }
  const secret = await readProviderSecret(services.db, services.keys, id)
  return clientAuth === 'client_secret_post' ? ClientSecretPost(secret) : basicAuth(secret)
}

/**
 * RFC 6749 §2.3.1. Not the library's, which also escapes what form encoding leaves as it is: servers that don't decode
 * would refuse every generated secret.
 */
function basicAuth(secret: string): ClientAuth {
  return (_server, { client_id: clientId }, _body, headers) => {
    const credentials = [clientId, secret].map(encodeForm).join(':')
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

/** RFC 6749, appendix B. A tilde needs no escape in a URL (RFC 3986 §2.3). */
function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1).replaceAll('%7E', '~')
}

/** Errors of OpenID Connect Core §3.1.2.6 that mean "not strong enough". */
const factorErrors: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'unmet_authentication_requirements',
])
const outageErrors: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable'])

function toRedemptionError(error: unknown): RedemptionError {
  if (error instanceof RedemptionError) return error
  const unreachable = findProviderError(error)
  if (unreachable) return new RedemptionError('unavailable', unreachable.problem, error)
  if (error instanceof AuthorizationResponseError) {
    return new RedemptionError(toProblem(error.error), `the provider answered ${error.error.slice(0, 64)}`, error)
  }
  if (error instanceof ResponseBodyError) {
    const problem = error.status >= 500 ? 'unavailable' : 'refused'
    return new RedemptionError(problem, `its token endpoint answered ${error.error.slice(0, 64)}`, error)
  }
  return new RedemptionError(isAboutAge(error) ? 'factor' : describeOutage(error), toDetail(error), error)
}

function toProblem(error: string): RedemptionProblem {
  if (error === 'access_denied') return 'cancelled'
  if (factorErrors.has(error)) return 'factor'
  return outageErrors.has(error) ? 'unavailable' : 'refused'
}

/** `auth_time` is missing, or too long ago. */
function isAboutAge(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return cause.message.includes('"auth_time"') || Reflect.get(Object(cause.cause), 'claim') === 'auth_time'
}

/** A response of a server that is broken, such as the page of a proxy. */
function describeOutage(error: unknown): 'unavailable' | 'refused' {
  const response = error instanceof Error ? error.cause : undefined
  return response instanceof Response && response.status >= 500 ? 'unavailable' : 'refused'
}

/** Messages of the libraries are constant, and their codes too. */
function toDetail(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = Reflect.get(error, 'code')
  return typeof code === 'string' ? `${error.message} (${code})` : error.message
}
