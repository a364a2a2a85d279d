import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair } from 'jose'
import { onTestFinished } from 'vitest'

type Claims = Readonly<Record<string, unknown>>
export type Respond = (request: IncomingMessage, response: ServerResponse) => void

/**
 * An OpenID Connect provider that answers what a test wants, right or wrong. `idToken` changes the next ID tokens;
 * `routes` replace whole responses, by path.
 */
export class ForgedProvider {
  readonly issuer: string
  readonly clientId = 'latchkey-client'
  /** The user who signs in. */
  user: Claims = { sub: 'subject-1', email: 'jane@acme.example', email_verified: true, name: 'Jane Roe' }
  idToken: (claims: Claims) => Claims = (claims) => claims
  header: Claims = {}
  metadata: Claims = {}
  userInfo: Claims | undefined
  routes: Record<string, Respond> = {}
  /** The paths of the requests so far. */
  readonly requests: string[] = []
  /** The bodies and authorization headers of the token requests so far. */
  readonly tokenRequests: Readonly<{ form: URLSearchParams; authorization: string | undefined }>[] = []
  now: () => number
  signingKey: CryptoKey
  #keys: object[]
  #nonce = ''

  constructor(issuer: string, keys: { privateKey: CryptoKey; jwk: object }, now: () => number) {
    this.issuer = issuer
    this.signingKey = keys.privateKey
    this.#keys = [keys.jwk]
    this.now = now
  }

  /** The user signs in: where the provider sends the browser back to. */
  authorize(start: string, changes: Readonly<Record<string, string | null>> = {}): URL {
    const { searchParams } = new URL(start)
    this.#nonce = searchParams.get('nonce') ?? ''
    const callback = new URL(searchParams.get('redirect_uri') ?? '')
    const answer = { code: 'code-1', state: searchParams.get('state'), iss: this.issuer, ...changes }
    for (const [name, value] of Object.entries(answer)) if (value !== null) callback.searchParams.set(name, value)
    return callback
  }

  /** Replaces the key: the key set holds only the new one. */
  async rotate(): Promise<void> {
    const { privateKey, jwk } = await makeKey(`key-${this.requests.length}`)
    this.signingKey = privateKey
    this.#keys = [jwk]
  }

  /** A token signed by this provider's key, or unsigned. */
  async sign(claims: Claims, header: Claims = {}): Promise<string> {
    const { alg, kid } = { alg: 'ES256', kid: Reflect.get(this.#keys[0] ?? {}, 'kid'), ...header }
    if (alg === 'none') {
      const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    const payload = new TextEncoder().encode(JSON.stringify(claims))
    return new CompactSign(payload).setProtectedHeader({ ...header, alg: String(alg), kid }).sign(this.signingKey)
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    this.requests.push(pathname)
    const replaced = this.routes[pathname]
    if (replaced) return replaced(request, response)
    if (pathname === '/.well-known/openid-configuration') return json(response, this.#document())
    if (pathname === '/jwks') return json(response, { keys: this.#keys })
    if (pathname === '/userinfo') return json(response, this.userInfo ?? {})
    if (pathname === '/token') return this.#redeem(request, response)
    json(response, {}, 404)
  }

  #document(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      ...(this.userInfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
      id_token_signing_alg_values_supported: ['ES256', 'RS256', 'none', 'HS256'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    }
  }

  async #redeem(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    this.tokenRequests.push({ form, authorization: request.headers.authorization })
    const iat = Math.floor(this.now() / 1_000)
    const claims = { iss: this.issuer, aud: this.clientId, iat, exp: iat + 300, nonce: this.#nonce, ...this.user }
    const idToken = await this.sign(this.idToken(claims), this.header)
    json(response, { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: idToken })
  }
}

/** Starts it on this machine, until the test ends. */
export async function startForgedProvider(now: () => number): Promise<ForgedProvider> {
  const key = await makeKey('key-1')
  const started: { provider?: ForgedProvider } = {}
  const server = createServer((request, response) => void started.provider?.respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  started.provider = new ForgedProvider(`http://127.0.0.1:${port}`, key, now)
  return started.provider
}

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

function json(response: ServerResponse, content: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
}
