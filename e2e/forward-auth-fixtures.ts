import type { Page } from '@playwright/test'
import { findNginx } from '../scripts/nginx.ts'
import { test as base, expect, product, type TestAccount, type TestKey } from './fixtures.ts'
import { type ForwardAuthProxy, startForwardAuthProxy } from './forward-auth-proxy.ts'
import { type Answer, type Asked, ask, form, formType } from './http-client.ts'

/** Why nginx can't run here; undefined if it can. */
export const nginxMissing = findNginx() ? undefined : (process.env.E2E_NGINX_MISSING ?? 'nginx is not installed.')

/** The return address of the guest's links. */
export const backUrl = `${product.returnOrigin}/case/7`

/** A program that may open one account behind the proxy, and the users that it signs in. */
export class Guest {
  readonly account: TestAccount
  readonly key: TestKey
  readonly #baseUrl: string

  private constructor(baseUrl: string, account: TestAccount, key: TestKey) {
    this.#baseUrl = baseUrl
    this.account = account
    this.key = key
  }

  static async make({ baseUrl, world }: ForwardAuthProxy): Promise<Guest> {
    const account = await world.createAccount('Harbour & Sons')
    const key = await world.createKey(await world.createPerson('agent', [account]))
    return new Guest(baseUrl, account, key)
  }

  /** The account's path. */
  get path(): string {
    return `/accounts/${this.account.id}`
  }

  /** Sends a request through nginx with the raw path. */
  send(asked: Asked): Promise<Answer> {
    return ask({ baseUrl: this.#baseUrl, method: 'GET', ...asked })
  }

  async askGrantUrl(fields: Record<string, string> = {}): Promise<string> {
    const credentials = { grantType: 'client_credentials', clientId: this.key.keyId, clientSecret: this.key.secret }
    const { accessToken } = await this.#post('/auth/v1/token', credentials)
    const headers = { Authorization: `Bearer ${accessToken}` }
    const asked = { accountId: this.account.id, backUrl, ...fields }
    return (await this.#post('/auth/v1/sso', asked, headers)).grantUrl ?? ''
  }

  /** Opens the account in a new client. @returns what it sends as `Cookie` there */
  async openByClient(): Promise<string> {
    const { pathname, search } = new URL(await this.askGrantUrl())
    const { status, headers } = await this.send({ path: pathname + search })
    expect(status).toBe(303)
    const cookies = [headers['set-cookie'] ?? []].flat()
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  }

  /** Opens the account in a browser: the application's first page. */
  async openInBrowser(page: Page, fields: Record<string, string> = {}): Promise<void> {
    await page.goto(await this.askGrantUrl(fields))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open orders')
  }

  async #post(path: string, fields: Record<string, string>, headers = {}): Promise<Record<string, string>> {
    const answer = await this.send({ method: 'POST', path, headers: { ...formType, ...headers }, body: form(fields) })
    expect(answer.status, answer.body).toBe(200)
    return JSON.parse(answer.body)
  }
}

/** Journeys through one proxy, each with its own guest. Serial: they assert which requests reached the application. */
export const test = base.extend<{ guest: Guest }, { authProxy: ForwardAuthProxy }>({
  authProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const authProxy = await startForwardAuthProxy()
      await authProxy.world.allowReturnOrigin()
      await use(authProxy)
      await authProxy.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  guest: async ({ authProxy }, use) => {
    const guest = await Guest.make(authProxy)
    authProxy.seen.length = 0
    await use(guest)
  },
})
