import * as oauth from 'oauth4webapi'
import type { Target } from '../targets/target.ts'

type Options = Readonly<{ [oauth.allowInsecureRequests]: true; [oauth.customFetch]: typeof fetch }>
type Parameters = Readonly<Record<string, string>>

/** oauth4webapi as its documentation uses it, against one target. It refuses plain http unless it is told otherwise. */
export class Oauth4webapiClient {
  readonly metadata: oauth.AuthorizationServer
  readonly #target: Target
  readonly #options: Options

  private constructor(target: Target, metadata: oauth.AuthorizationServer, options: Options) {
    this.#target = target
    this.metadata = metadata
    this.#options = options
  }

  /** Finds the endpoints by the server's metadata (RFC 8414). */
  static async discover(target: Target): Promise<Oauth4webapiClient> {
    const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: target.fetch } as const
    const issuer = new URL(target.issuer)
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
    return new Oauth4webapiClient(target, await oauth.processDiscoveryResponse(issuer, response), options)
  }

  get client(): oauth.Client {
    return { client_id: this.#target.confidential.id }
  }

  /** The two ways to send the secret. */
  get post(): oauth.ClientAuth {
    return oauth.ClientSecretPost(this.#target.confidential.secret)
  }

  get basic(): oauth.ClientAuth {
    return oauth.ClientSecretBasic(this.#target.confidential.secret)
  }

  async requestToken(auth: oauth.ClientAuth, parameters: Parameters = {}): Promise<oauth.TokenEndpointResponse> {
    const { metadata, client } = this
    const response = await oauth.clientCredentialsGrantRequest(metadata, client, auth, parameters, this.#options)
    return oauth.processClientCredentialsResponse(metadata, client, response)
  }

  async requestGrantType(grantType: string): Promise<oauth.TokenEndpointResponse> {
    const { metadata, client, post } = this
    const response = await oauth.genericTokenEndpointRequest(metadata, client, post, grantType, {}, this.#options)
    return oauth.processGenericTokenEndpointResponse(metadata, client, response)
  }

  /** @param auth `None()`: refreshes without a secret */
  async refresh(auth: oauth.ClientAuth, token: string, id = this.client.client_id, parameters: Parameters = {}) {
    const client = { client_id: id }
    const options = { ...this.#options, additionalParameters: parameters }
    const response = await oauth.refreshTokenGrantRequest(this.metadata, client, auth, token, options)
    return oauth.processRefreshTokenResponse(this.metadata, client, response)
  }

  async introspect(auth: oauth.ClientAuth, token: string): Promise<oauth.IntrospectionResponse> {
    const { metadata, client } = this
    const response = await oauth.introspectionRequest(metadata, client, auth, token, this.#options)
    return oauth.processIntrospectionResponse(metadata, client, response)
  }

  async revoke(auth: oauth.ClientAuth, token: string, id = this.client.client_id): Promise<void> {
    const response = await oauth.revocationRequest(this.metadata, { client_id: id }, auth, token, this.#options)
    await oauth.processRevocationResponse(response)
  }

  /** As a resource server does that gets this token. */
  validate(token: string, audience = this.#target.audience): Promise<oauth.JWTAccessTokenClaims> {
    const request = new Request(audience, { headers: { Authorization: `Bearer ${token}` } })
    return oauth.validateJwtAccessToken(this.metadata, request, audience, this.#options)
  }
}
