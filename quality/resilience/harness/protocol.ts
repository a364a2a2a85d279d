import type { ApiClient } from './fixtures.ts'
import type { Answer, Send } from './http.ts'

/** The requests of the protocol. Callers check the responses. */

export type Tokens = Readonly<{ accessToken: string; refreshToken: string }>

/** `client_credentials`. */
export function askTokens(send: Send, { keyId, secret }: Pick<ApiClient, 'keyId' | 'secret'>): Promise<Answer> {
  const form = { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }
  return send({ path: '/auth/v1/token', form })
}

/** Rotates the key that authenticates. */
export function askRotation(send: Send, { keyId, secret }: Pick<ApiClient, 'keyId' | 'secret'>): Promise<Answer> {
  const credentials = Buffer.from(`${keyId}:${secret}`).toString('base64')
  return send({ method: 'POST', path: '/auth/v1/keys/rotate', headers: { Authorization: `Basic ${credentials}` } })
}

/** `refresh_token`, with the username of the key's owner. */
export function askRefresh(send: Send, username: string, refreshToken: string): Promise<Answer> {
  return send({ path: '/auth/v1/token', form: { grantType: 'refresh_token', clientId: username, refreshToken } })
}

/** Requests a sign-in link into an account. */
export function askGrant(send: Send, accessToken: string, accountId: string): Promise<Answer> {
  return send({ path: '/auth/v1/sso', form: { accountId }, headers: { Authorization: `Bearer ${accessToken}` } })
}

/** Opens a link in a new browser. */
export function openGrant(send: Send, grantUrl: string): Promise<Answer> {
  const { pathname, search } = new URL(grantUrl)
  return send({ path: `${pathname}${search}` })
}

/** Reads the status of an account session. */
export function askSessionStatus(send: Send, accountId: string, cookie: string): Promise<Answer> {
  return send({ path: `/accounts/${accountId}/-/status`, headers: { Cookie: cookie } })
}

export function readTokens(answer: Answer): Tokens {
  return JSON.parse(requireStatus(answer, 200).body)
}

export function readGrantUrl(answer: Answer): string {
  return JSON.parse(requireStatus(answer, 200).body).grantUrl
}

/** The `Cookie` header after opening a link: both cookies. Undefined without a session. */
export function readSessionCookies({ status, headers }: Answer): string | undefined {
  const set = [headers['set-cookie'] ?? []].flat()
  if (status !== 303 || !set.some((cookie) => /path=\/accounts\//i.test(cookie))) return undefined
  return set.map((cookie) => cookie.split(';')[0]).join('; ')
}

/** @throws Error with the whole response if it is not a success */
export function requireStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`answered ${answer.status} in place of ${status}: ${answer.body}`)
  return answer
}
