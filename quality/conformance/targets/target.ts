import { inject } from 'vitest'
import type { SuiteWithKey } from '../harness/product.ts'

/** An authorization server that checks are held against, by what they need to know of it. */
export type Target = Readonly<{
  name: string
  issuer: string
  /** Where it is reached: at its issuer, unless something stands in front. */
  origin: string
  /** Has the scopes `sso` and `introspect`, and may introspect. */
  confidential: Readonly<{ id: string; secret: string }>
  /** Whose refresh tokens are renewed without a secret. */
  publicId: string
  issueRefreshToken: (clientId: string) => Promise<string>
  /** What a request adds for an access token that is a JWT. */
  forJwt: Readonly<Record<string, string>>
  /** Whom such a token is for. */
  audience: string
  tokenPath: string
  revocationPath: string
  /** simple-oauth2 takes an answer that is not JSON for a failure, unless it is told otherwise. */
  revocationOptions?: Readonly<{ json: true }>
  fetch: typeof fetch
}>

/** node-oidc-provider as a control: a check that fails there is wrong. */
export function controlTarget(): Target {
  const { issuer, secret } = inject('control')
  return {
    name: 'oidc-provider, as a control',
    issuer,
    origin: issuer,
    confidential: { id: 'confidential', secret },
    publicId: 'public',
    issueRefreshToken: async (clientId) => (await fetch(`${issuer}/refresh-token?client_id=${clientId}`)).text(),
    forJwt: { resource: `${issuer}/resource` },
    audience: `${issuer}/resource`,
    tokenPath: '/token',
    revocationPath: '/token/revocation',
    revocationOptions: { json: true },
    fetch,
  }
}

type Reached = Readonly<{ name?: string; origin?: string; suite?: SuiteWithKey }>

/** The product, directly or through a proxy at another origin. */
export function latchkeyTarget({ name = 'Latchkey', origin = inject('product').baseUrl, suite }: Reached = {}): Target {
  const { baseUrl, ownKeys, ...product } = inject('product')
  const { keyId, secret } = suite ? ownKeys[suite] : product
  const passing: typeof fetch = (input, init) => fetch(String(input).replace(baseUrl, origin), init)
  return {
    name,
    issuer: baseUrl,
    origin,
    confidential: { id: keyId, secret },
    publicId: keyId,
    issueRefreshToken: async () => {
      const body = new URLSearchParams({ grantType: 'client_credentials', clientId: keyId, clientSecret: secret })
      const answer = await passing(`${baseUrl}/auth/v1/token`, { method: 'POST', body })
      return (await answer.json()).refreshToken
    },
    forJwt: {},
    audience: baseUrl,
    tokenPath: '/auth/v1/token',
    revocationPath: '/auth/v1/revoke',
    fetch: passing,
  }
}
