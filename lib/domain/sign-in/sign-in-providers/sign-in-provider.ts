import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'
import { isLoopbackHost } from '#lib/kernel/env.ts'
import { readOrigin } from '#lib/kernel/origin.ts'

/**
 * How Latchkey authenticates at the provider's token endpoint (OpenID Connect Core §9). `private_key_jwt` names the
 * issuer as the audience; `private_key_jwt_token_endpoint` its token endpoint, as Entra ID and Okta require.
 */
export const clientAuthMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'private_key_jwt_token_endpoint',
] as const
export type ClientAuth = (typeof clientAuthMethods)[number]

/** Whether Latchkey authenticates with its signing key: then it has no secret. */
export function usesOwnKey(clientAuth: ClientAuth): boolean {
  return clientAuth === 'private_key_jwt' || clientAuth === 'private_key_jwt_token_endpoint'
}

/** A company's OpenID Connect provider, without its secret. */
export type SignInProvider = Readonly<{
  /** Chosen by its owner: it is part of the URLs that the provider knows. */
  id: string
  label: string
  /** Compared exactly (OpenID Connect Discovery §4.3). */
  issuer: string
  clientId: string
  clientAuth: ClientAuth
  hasSecret: boolean
  /** Domains of email addresses, in lowercase. */
  domains: readonly string[]
  /** Users with a verified address in one of the domains get an agent at their first sign-in. */
  createsUsers: boolean
  /** The claim with the user's groups; null: the provider tells none. */
  groupsClaim: string | null
  /** One of these must be in `acr`; empty for any. */
  acrValues: readonly string[]
  /** All of these must be in `amr`; empty for any. */
  amrValues: readonly string[]
  /** The longest time since the user authenticated at the provider; null for any. */
  maxAgeSeconds: number | null
  /** Users with an address in one of the domains can't use a password. Owners can. */
  passwordsOff: boolean
  isDisabled: boolean
  createdAt: number
}>

/** What the sign-in page shows of a provider. */
export type ProviderChoice = Pick<SignInProvider, 'id' | 'label'>

/** Whether an ID token of this provider proves a second factor: only if certain `acr` or `amr` values are required. */
export function provesFactor({ acrValues, amrValues }: Pick<SignInProvider, 'acrValues' | 'amrValues'>): boolean {
  return acrValues.length + amrValues.length > 0
}

/** Whether an email address is in one of these domains itself: no subdomain, and no domain that ends alike, counts. */
export function isInDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

type IssuerProblem = 'malformed' | 'insecure'
const wellKnown = /\/\.well-known\/openid-configuration$/

/**
 * Parses an issuer: an `https` URL without user info, query and fragment; `http` only between loopback hosts. The URL
 * of the discovery document is accepted, too.
 */
export function parseIssuer(text: string, baseUrl: string): Readonly<{ issuer: string } | { problem: IssuerProblem }> {
  const issuer = text.trim().replace(wellKnown, '')
  if (!/^[!"$-;=@-[\]-~]+$/.test(issuer)) return { problem: 'malformed' }
  const origin = readOrigin(issuer)
  if (!origin) return { problem: readOrigin(issuer.replace(/^http:/i, 'https:')) ? 'insecure' : 'malformed' }
  const isPlain = origin.startsWith('http:')
  return isPlain && !isLoopbackHost(new URL(baseUrl).hostname) ? { problem: 'insecure' } : { issuer }
}

/** What the provider's administrator enters there. */
export function providerUrls(baseUrl: string, id: string) {
  return {
    redirectUri: `${baseUrl}${providerPath(id)}/callback`,
    logoutUri: `${baseUrl}/auth/v1/back-channel-logout/${id}`,
    jwksUri: `${baseUrl}/.well-known/jwks.json`,
  }
}

/** Where a sign-in at this provider starts. */
export function providerPath(id: string): string {
  return `/sign-in/provider/${id}`
}

export function providerEvent(
  kind: Extract<EventKind, `sign_in_provider.${string}`>,
  { id, label }: ProviderChoice,
  details: NewEvent['details'] = {},
): NewEvent {
  return { kind, subject: { kind: 'sign_in_provider', id, name: label }, details }
}
