/** The four operations that programs call, as a client generated from `/openapi.json` offers them. */
export type GeneratedClient = Readonly<{
  issueTokens: (form: TokenForm, key?: ApiKey) => Promise<Reply>
  revokeToken: (form: TokenOnlyForm, key?: ApiKey) => Promise<Reply>
  introspectToken: (form: TokenOnlyForm, key?: ApiKey) => Promise<Reply>
  createSignOnLink: (form: Readonly<{ accountId: string; locale?: string }>, accessToken: string) => Promise<Reply>
}>

/** An API key that is sent by HTTP Basic. */
export type ApiKey = Readonly<{ id: string; secret: string }>

export type Reply = Readonly<{ status: number | undefined; body: unknown; etag?: string | undefined }>

type TokenForm =
  | Readonly<{ grantType: 'client_credentials'; clientId?: string; clientSecret?: string }>
  | Readonly<{ grantType: 'refresh_token'; clientId: string; refreshToken: string }>
  | Readonly<{ grant_type: 'client_credentials'; client_id?: string; client_secret?: string; scope?: string }>
  | Readonly<{ grant_type: 'refresh_token'; client_id?: string; refresh_token: string }>

type TokenOnlyForm = Readonly<{
  token: string
  clientId?: string
  clientSecret?: string
  client_id?: string
  client_secret?: string
}>

/** For generators that leave authentication to the caller. */
export function basicHeader(key: ApiKey | undefined): Record<string, string> {
  return key ? { Authorization: `Basic ${btoa(`${key.id}:${key.secret}`)}` } : {}
}
