import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { setPinned } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { changeLogo } from '#lib/domain/organization/organization/manage-organization.ts'
import { logoPath } from '#lib/domain/organization/organization/organization.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { addUser, checkNewUser } from '#lib/domain/people/users/create-user.ts'
import { setFirstStepsHidden } from '#lib/domain/people/users/store.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { timeZoneCookie } from '#lib/foundation/i18n/preferences.ts'
import { openCommandServices, type Services } from '#lib/foundation/services.ts'
import { randomBase62, sha256 } from '#lib/kernel/crypto.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { account } from '#lib/testing/accounts.ts'
import { hashCheaply } from '#lib/testing/hash-cheaply.ts'
import { makePng } from '#lib/testing/png.ts'
import { firefoxLacks } from './firefox.ts'
import { product, productEnvironment } from './product.ts'

export { expect, product }

export type TestPerson = Readonly<{ id: string; name: string; email: string; username: string; password: string }>
export type TestAccount = Readonly<{ id: string; name: string }>
export type TestKey = Readonly<{ keyId: string; secret: string; owner: TestPerson }>
export type Tokens = Readonly<{ accessToken: string; refreshToken: string }>

/** A transparent PNG. */
const onePixel = makePng(1, 1)

const actor = operator('journeys', 'req_journeys')
const password = 'seven quiet otters paddle east'
const passwordHash = hashCheaply(password)

/** Creates what a journey needs directly through use cases, if that part isn't its subject. */
export class World {
  readonly services: Services

  constructor(services: Services) {
    this.services = services
  }

  /** @param prefix of the username; a journey that searches for it needs one that no other journey has */
  async createPerson(
    role: PortalRole,
    accounts: 'all' | readonly TestAccount[] = [],
    prefix: string = role,
  ): Promise<TestPerson> {
    const username = `${prefix}-${randomBase62(8).toLowerCase()}`
    const person = { name: `Robin ${username}`, email: `${username}@example.com`, username, password }
    const added = await checkNewUser(this.services, actor, {
      ...{ name: person.name, email: person.email, username, role },
      accountScope: accounts === 'all' ? 'all' : 'list',
      accountIds: accounts === 'all' ? [] : accounts.map((account) => account.id),
    })
    const { db } = this.services
    const { id } = await db.transaction().execute((trx) => addUser(trx, actor, { ...added, passwordHash }))
    // As after the first day: the checklist of first steps has a journey of its own.
    await setFirstStepsHidden(db, id)
    return { id, ...person }
  }

  async createAccount(name: string, locale: string | null = null): Promise<TestAccount> {
    const id = `acc-${randomBase62(8)}`
    await createAccount(this.services, actor, account({ id, name, locale }))
    return { id, name }
  }

  async suspendAccount({ id }: TestAccount): Promise<void> {
    await suspendAccount(this.services, actor, id)
  }

  async pin({ id: userId }: TestPerson, { id: accountId }: TestAccount): Promise<void> {
    const { db } = this.services
    await setPinned(db, { userId, accountId, restore: false })
  }

  async createKey(
    owner: TestPerson,
    scopes: KeyScope[] = ['sso'],
    name = `Key of ${owner.username}`,
    rotatable = false,
  ): Promise<TestKey> {
    const { id, secret } = await generateApiKey(this.services, actor, {
      name,
      ownerId: owner.id,
      expiresInDays: 30,
      scopes,
      rotatable,
    })
    return { keyId: id, secret, owner }
  }

  /** Sets a logo of one pixel. @returns its path */
  async showLogo(): Promise<string> {
    await changeLogo(this.services, actor, onePixel)
    return logoPath(sha256(onePixel))
  }

  /** @returns the ID of the new secret */
  async rotateKey({ keyId }: TestKey): Promise<string> {
    return (await rotateSecret(this.services, actor, { keyId })).secretId
  }

  async handOverKey({ keyId }: TestKey): Promise<void> {
    await handOverKey(this.services, actor, { keyId })
  }

  async revokeKey(key: TestKey): Promise<void> {
    await revokeApiKey(this.services, actor, key.keyId)
  }

  /** Expires the user's password confirmation. */
  async outdateConfirmation(person: TestPerson): Promise<void> {
    const { db, clock } = this.services
    await db
      .updateTable('portal_sessions')
      .set({ confirmed_at: clock.now() - confirmationMs })
      .where('user_id', '=', person.id)
      .execute()
  }

  /** Moves the expiry of an unused link into the past, as if `byMs` had gone by. */
  async ageGrant(grantUrl: string, byMs: number): Promise<void> {
    const token = new URL(grantUrl).searchParams.get('token') ?? ''
    await this.services.db
      .updateTable('sso_grants')
      .set(({ eb }) => ({ expires_at: eb('expires_at', '-', byMs) }))
      .where('token_hash', '=', sha256(token))
      .execute()
  }

  /** Registers the journeys' return address once. */
  async allowReturnOrigin(): Promise<string> {
    const origin = product.returnOrigin
    await addReturnAddress(this.services, actor, { origin }).catch((error: unknown) => {
      if (!(error instanceof Error && 'fields' in error)) throw error
    })
    return origin
  }
}

export const test = base.extend<{ scriptlessContexts: undefined }, { world: World }>({
  scriptlessContexts: [
    async ({ browserName, javaScriptEnabled }, use, { skip }) => {
      skip(browserName === 'firefox' && !javaScriptEnabled, firefoxLacks.scriptlessContexts)
      await use(undefined)
    },
    { auto: true },
  ],
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const services = await openCommandServices(readEnv(productEnvironment))
      await use(new World(services))
      await services.db.destroy()
    },
    { scope: 'worker' },
  ],
})

/** Signs in with the form over HTTP: faster than in the page, which `signInByForm` tests. */
export async function signIn(page: Page, person: TestPerson, path = '/sign-in'): Promise<void> {
  const [userAgent, timeZone] = await page.evaluate(() => [
    navigator.userAgent,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ])
  const url = await postSignIn(page.context(), person, path, { 'User-Agent': userAgent ?? '' })
  // As after an earlier visit: a first page renders again for its time zone.
  await page.context().addCookies([{ name: timeZoneCookie, value: timeZone ?? '', url }])
  await page.goto(url)
}

/** Signs a browser in without opening a page. @returns the URL that follows the form */
export async function postSignIn(
  { request }: BrowserContext,
  person: TestPerson,
  path = '/sign-in',
  headers: Record<string, string> = {},
): Promise<string> {
  const form = await request.get(path)
  const hidden = (await form.text()).matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g)
  const fields = [...hidden].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  ])
  const response = await request.post(new URL('/sign-in', form.url()).href, {
    headers: { Origin: new URL(form.url()).origin, ...headers },
    form: { ...Object.fromEntries(fields), name: person.email, password: person.password },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(303)
  return new URL(response.headers().location ?? '', form.url()).href
}

/** Signs in as a user does. */
export async function signInByForm(page: Page, person: TestPerson, path = '/sign-in'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email or username').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** Opens the menu of the row, or of the page, about `name`, and follows its link or presses its button. */
export async function chooseInMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  const menu = page.locator(':popover-open')
  const named = { name: entry, exact: true }
  await menu.getByRole('link', named).or(menu.getByRole('button', named)).click()
}

/** Waits until the page's scripts run: before that, a form is submitted without them. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const parts = document.querySelectorAll('main, main button, dialog')
    const isStarted = (part: Element) => Object.keys(part).some((key) => key.startsWith('__react'))
    return !document.querySelector('script[src*="/_next/"]') || [...parts].every(isStarted)
  })
}

/** Opens a page whose scripts wait. @returns a function that lets them load, and waits until the network is idle */
export async function openBeforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    const loaded = page.waitForLoadState('networkidle')
    scripts.resolve()
    await loaded
  }
}

/** Presses `?` until the dialog opens: before the page's scripts have started, keys do nothing. */
export async function showShortcuts(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return dialog
}

/** Waits for the URL: a dialog leaves it a moment after the screen, and then the list below is rendered again. */
export async function expectDialogGone(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/dialog=/)
}

export async function issueTokens(key: TestKey): Promise<Tokens> {
  const response = await postForm('/auth/v1/token', {
    grantType: 'client_credentials',
    clientId: key.keyId,
    clientSecret: key.secret,
  })
  expect(response.status).toBe(200)
  return response.json()
}

export async function requestGrantUrl(
  tokens: Tokens,
  account: TestAccount,
  fields: Record<string, string> = {},
): Promise<string> {
  const headers = { Authorization: `Bearer ${tokens.accessToken}` }
  const response = await postForm('/auth/v1/sso', { accountId: account.id, ...fields }, headers)
  expect(response.status).toBe(200)
  const { grantUrl } = await response.json()
  return grantUrl
}

export function postForm(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${product.baseUrl}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
}

/** Opens what few keys need in the form of a new key. */
export async function openAdvanced(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText('Advanced', { exact: true }).click()
}

/** The owner in the form of a new key: each purpose has a field of its own. */
export function keyOwnerField(page: Page): Locator {
  return page.getByRole('dialog').getByLabel('Owner', { exact: true }).filter({ visible: true })
}

/** The form of a new key proposes a service user, which any journey may have added: chooses who is signed in. */
export async function ownKeyYourself(page: Page): Promise<void> {
  const owner = keyOwnerField(page)
  // Until its style sheet is there, a dialog without scripts shows the fields of every purpose.
  await expect(owner).toHaveCount(1)
  await owner.selectOption((await owner.locator('option', { hasText: '(you)' }).getAttribute('value')) ?? '')
}
