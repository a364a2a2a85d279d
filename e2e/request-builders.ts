import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { expect, issueTokens, product, requestGrantUrl, type TestKey, type World } from './fixtures.ts'
import type { Ground } from './ground.ts'
import { type Answer, type Asked, ask, form, formType } from './http-client.ts'

/** Builds a request, each time a new one, because some credentials work once. */
export type Good = (ground: Ground) => Asked | Promise<Asked>

type ToPath = (ground: Ground) => string | Promise<string>

/** A request of a key with this scope. */
export function read(scope: KeyScope, toPath: ToPath, method: 'GET' | 'DELETE' = 'GET'): Good {
  return async (ground) => {
    const headers = await bearerFor(ground.world, [scope])
    return { method, path: await toPath(ground), headers }
  }
}

export function remove(scope: KeyScope, toPath: ToPath): Good {
  return read(scope, toPath, 'DELETE')
}

export async function bearerFor(world: World, scopes: KeyScope[]): Promise<Record<string, string>> {
  const { accessToken } = await issueTokens(await world.createKey(await world.createPerson('admin'), scopes))
  return { Authorization: `Bearer ${accessToken}` }
}

export function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Asked {
  return { method: 'POST', path, headers: { ...formType, ...headers }, body: form(fields) }
}

export function credentialsOf({ keyId, secret }: TestKey): Record<string, string> {
  return { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }
}

export function standardCredentialsOf({ keyId, secret }: TestKey): Record<string, string> {
  return { client_id: keyId, client_secret: secret }
}

/** An unused link, as a path. */
export async function makeLink({ account }: Ground, key: TestKey): Promise<string> {
  return toPath(await requestGrantUrl(await issueTokens(key), account))
}

export type Opened = Readonly<{ path: string; Cookie: string }>

/** A forward-auth request of Caddy and Traefik. */
export function verify({ path, Cookie }: Opened): Asked {
  return { method: 'GET', path: '/auth/v1/verify', headers: { Cookie, 'X-Forwarded-Uri': path } }
}

/** Opens the account in a new browser. */
export async function openAccount(ground: Ground): Promise<Opened> {
  return follow(await ask({ method: 'GET', path: await makeLink(ground, ground.key) }))
}

/** Opens the account in a new browser, then a link of another user. @returns the confirmation request */
export async function beAsked(ground: Ground): Promise<Opened> {
  const { Cookie } = await openAccount(ground)
  const path = await makeLink(ground, ground.otherKey)
  const answer = await ask({ method: 'GET', path, headers: { Cookie } })
  return { ...follow(answer), Cookie }
}

export async function answerQuestion(ground: Ground, choice: 'keep' | 'switch'): Promise<Asked> {
  const { path, Cookie } = await beAsked(ground)
  const session = new URL(path, product.baseUrl).searchParams.get('session') ?? ''
  return post('/sso/confirm', { session, choice }, { Cookie, Origin: product.baseUrl })
}

export function follow({ status, headers }: Answer): Opened {
  expect(status).toBe(303)
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0])
  return { path: toPath(String(headers.location)), Cookie: cookies.join('; ') }
}

export function toPath(address: string): string {
  const { pathname, search } = new URL(address, product.baseUrl)
  return pathname + search
}

export function basicOf(keyId: string, secret: string): Readonly<{ Authorization: string }> {
  return { Authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}` }
}
