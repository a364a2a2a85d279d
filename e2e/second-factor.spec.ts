import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { complete, variations } from './complete.ts'
import { addAppTo, addAuthenticator, addPasskeyTo, codeOf, endGrace, requireFactors } from './factors.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, product, signInByForm, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

test.skip(({ browserName }) => browserName === 'firefox', firefoxLacks.authenticators)

// Wrong codes count per user, refused passkeys per network.
test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `198.51.100.${randomInt(1, 255)}` })
})

/** Enters the password of a user who has a second step. */
async function enterPassword(page: Page, person: TestPerson, path = '/sign-in'): Promise<void> {
  await signInByForm(page, person, path)
  await expect(page).toHaveURL(/\/sign-in\/second-step\?/)
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  await page.getByRole('button', { name: /^(Continue|Confirm code)$/ }).click()
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })

test.describe('a passkey', () => {
  test('from the list of the name field signs in, without a password', complete, async ({ page, world }) => {
    const agent = await world.createPerson('agent')
    await addAuthenticator(page)
    await addPasskeyTo(world, agent, page)
    await page.goto('/your-account')
    await expect(page).toHaveURL('/your-account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  })

  test('signs in by the button; a user who cancels can try again', complete, async ({ page, world }) => {
    const agent = await world.createPerson('agent')
    const { cdp, authenticatorId } = await addAuthenticator(page)
    await addPasskeyTo(world, agent, page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto('/sign-in?next=/your-account')
    await passkeyButton(page).click()
    await expect(passkeyButton(page)).toHaveAttribute('aria-busy', 'false')
    await expect(alerts(page)).toHaveCount(0)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await passkeyButton(page).click()
    await expect(page).toHaveURL('/your-account')
  })

  test('of a second authenticator signs in as well', complete, async ({ page, browser, world }) => {
    const agent = await world.createPerson('agent')
    await addAuthenticator(page)
    await addPasskeyTo(world, agent, page)
    const other = await (await browser.newContext()).newPage()
    const { cdp, authenticatorId } = await addAuthenticator(other)
    await addPasskeyTo(world, agent, other, 'Security key')
    await other.goto('/sign-in')
    await expect(other).toHaveURL('/')
    expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
    await other.context().close()
  })

  test('that isn’t registered is refused, and the page says so', complete, async ({ page, world }) => {
    const agent = await world.createPerson('agent')
    await addAuthenticator(page)
    await addPasskeyTo(world, agent, page)
    await world.services.db.deleteFrom('passkeys').where('user_id', '=', agent.id).execute()
    await page.goto('/sign-in')
    await expect(alerts(page)).toContainText('This passkey wasn’t accepted')
    await expect(page).toHaveURL('/sign-in')
  })

  test('is the second factor after the password', async ({ page, world }) => {
    const agent = await world.createPerson('agent')
    const { cdp, authenticatorId } = await addAuthenticator(page)
    await addPasskeyTo(world, agent, page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await enterPassword(page, agent, '/sign-in?next=/your-account')
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await passkeyButton(page).click()
    await expect(page).toHaveURL('/your-account')
  })

  test(
    'is awaited with a fresh challenge every four minutes, and no longer once a form is sent',
    complete,
    async ({ page }) => {
      await addAuthenticator(page)
      await page.clock.install()
      await page.addInitScript(() => {
        const get = navigator.credentials.get.bind(navigator.credentials)
        const waits: (AbortSignal | undefined)[] = []
        navigator.credentials.get = (options) => {
          waits.push(options?.mediation === 'conditional' ? options.signal : undefined)
          return get(options)
        }
        Object.assign(globalThis, { waits })
      })
      const waits = () =>
        page.evaluate(() => (globalThis as unknown as { waits: AbortSignal[] }).waits.map(({ aborted }) => aborted))
      await page.goto('/sign-in')
      await expect.poll(waits).toEqual([false])
      await page.clock.fastForward('04:00')
      await expect.poll(waits).toEqual([true, false])
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(alerts(page).first()).toBeVisible()
      await expect.poll(waits).toEqual([true, true, false])
    },
  )

  test('isn’t mentioned in a browser without passkeys', complete, async ({ page }) => {
    const offers: string[] = []
    page.on('request', (request) => offers.push(new URL(request.url()).pathname))
    await page.addInitScript(() => {
      Reflect.deleteProperty(PublicKeyCredential, 'parseRequestOptionsFromJSON')
    })
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(passkeyButton(page)).toBeHidden()
    await expect(page.getByText('or', { exact: true })).toBeHidden()
    expect(offers).not.toContain('/sign-in/passkey')
  })

  test('is offered to every browser alike, whoever signs in', complete, async ({ request }) => {
    const offers = []
    for (const query of ['', '?name=olivia', '?name=nobody']) {
      const response = await request.get(`/sign-in/passkey${query}`)
      const { challenge, ...options } = await response.json()
      offers.push([response.status(), options, challenge.length])
      expect(response.headers()['cache-control']).toBe('no-store')
    }
    expect(offers[0]).toEqual([
      200,
      { rpId: 'localhost', timeout: 300_000, userVerification: 'required' },
      expect.any(Number),
    ])
    expect(offers.slice(1)).toEqual([offers[0], offers[0]])
  })
})

for (const javaScriptEnabled of variations([false, true])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test(
      'a user signs in with password and code, and each code works once',
      complete,
      async ({ page, browser, world }) => {
        const agent = await world.createPerson('agent')
        const { secret } = await addAppTo(world, agent)
        await enterPassword(page, agent, '/sign-in?next=/your-account')
        await expect(page.getByText(agent.name)).toBeVisible()
        await enterCode(page, '000000')
        await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/^This code is wrong/)
        const code = codeOf(secret)
        await enterCode(page, code)
        await expect(page).toHaveURL('/your-account')
        expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('latchkey-second-step')
        const other = await (await browser.newContext({ javaScriptEnabled })).newPage()
        await enterPassword(other, agent)
        await enterCode(other, code)
        await expect(other.getByLabel('Code')).toHaveAccessibleDescription(/already used/)
        await other.context().close()
      },
    )

    test('a user who lost the app signs in with a recovery code', complete, async ({ page, world }) => {
      const agent = await world.createPerson('agent')
      const { recoveryCodes } = await addAppTo(world, agent)
      await enterPassword(page, agent, '/sign-in?next=/your-account')
      await page.getByRole('link', { name: 'Use a recovery code' }).click()
      await enterCode(page, 'abcd-efgh')
      await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/^This recovery code is wrong/)
      await enterCode(page, recoveryCodes[4]?.toUpperCase() ?? '')
      await expect(page).toHaveURL('/your-account')
    })

    test(
      'a sign-in that has ended begins again, and still leads to the requested page',
      complete,
      async ({ page, world }) => {
        // Without an owner, the page says so instead.
        await world.createPerson('owner')
        const agent = await world.createPerson('agent')
        const { secret } = await addAppTo(world, agent)
        await enterPassword(page, agent, '/sign-in?next=/your-account')
        await world.services.db.deleteFrom('pending_sign_ins').where('user_id', '=', agent.id).execute()
        await enterCode(page, codeOf(secret))
        await expect(page).toHaveURL('/sign-in?notice=expired&next=%2Fyour-account')
        await expect(page.getByText('This sign-in has ended')).toBeVisible()
      },
    )

    test('language and theme can be chosen during the second step', complete, async ({ page, world }) => {
      const agent = await world.createPerson('agent')
      await addAppTo(world, agent)
      await enterPassword(page, agent, '/sign-in?next=/your-account')
      await page.getByRole('button', { name: 'Language: English' }).click()
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await expect(page).toHaveURL('/sign-in/second-step?next=%2Fyour-account')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmeldung bestätigen')
    })
  })
}

test('a browser with nothing but the right password reaches no page, account or API', async ({ page, world }) => {
  const account = await world.createAccount('Half Open Mill')
  const admin = await world.createPerson('admin', [account])
  const { secret } = await addAppTo(world, admin)
  await enterPassword(page, admin)
  const answers = []
  for (const path of ['/', '/users-and-access', '/your-account', `/launch/${account.id}`, '/activity/export']) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    answers.push([path, answer.status(), new URL(answer.headers().location ?? '/', product.baseUrl).pathname])
  }
  expect(answers.filter(([, , location]) => location !== '/sign-in')).toEqual([])
  expect((await page.request.get(`/accounts/${account.id}`)).status()).toBe(403)
  for (const path of ['/api/v1/events', '/jump/results?q=a', '/manage/accounts/choices?q=a']) {
    expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).not.toBe(200)
  }
  await page.goto('/sign-in/second-step')
  await enterCode(page, codeOf(secret))
  await expect(page).toHaveURL('/')
})

test(
  '“Start again” ends the sign-in, for this browser and for whoever uses it next',
  complete,
  async ({ page, world }) => {
    const agent = await world.createPerson('agent')
    await addAppTo(world, agent)
    await enterPassword(page, agent, '/sign-in?next=/your-account')
    const cookies = await page.context().cookies()
    await page.getByRole('button', { name: 'Start again' }).click()
    await expect(page).toHaveURL('/sign-in?next=%2Fyour-account')
    await page.context().addCookies(cookies)
    await page.goto('/sign-in/second-step')
    await expect(page).toHaveURL(/\/sign-in\?.*notice=expired/)
  },
)

test('the page of the second step has every security header', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await addAppTo(world, agent)
  await enterPassword(page, agent)
  const headers = (await page.request.get('/sign-in/second-step')).headers()
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'; manifest-src 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'latchkey-second-step')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
})

test.describe('where everyone needs a second factor', () => {
  let site: Installation

  test.beforeAll(async () => {
    site = await install('localhost')
    await requireFactors(site.world)
  })

  test.afterAll(async () => {
    await site.remove()
    expect(site.instance.printed).not.toContain('ExperimentalWarning')
  })

  async function createLatePerson(): Promise<TestPerson> {
    const agent = await site.world.createPerson('agent')
    await endGrace(site.world, agent)
    return agent
  }

  const codes = (page: Page) => page.getByRole('list').filter({ hasText: /\w{4}-\w{4}-\w{4}-\w{4}/ })

  for (const javaScriptEnabled of variations([true, false])) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled })

      test('a user sets up an app to sign in, and sees the recovery codes once', async ({ page, context }) => {
        const agent = await createLatePerson()
        const complaints: string[] = []
        page.on('console', (message) => complaints.push(message.text()))
        await enterPassword(page, agent, `${site.baseUrl}/sign-in?next=/your-account`)
        await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
        const key = (await page.locator('code').textContent()) ?? ''
        expect(key).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
        await enterCode(page, '000000')
        await expect(page.getByLabel('Six-digit code')).toHaveAccessibleDescription(/^This code is wrong or expired/)
        expect(await page.locator('code').textContent()).toBe(key)
        await enterCode(page, codeOf(key, 0))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save your recovery codes')
        await expect(codes(page).getByRole('listitem')).toHaveCount(10)
        if (javaScriptEnabled) {
          await context.grantPermissions(['clipboard-read', 'clipboard-write'])
          await page.getByRole('button', { name: 'Copy codes' }).click()
          await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
          expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(?:[a-z0-9-]{29}\n?){10}$/)
          // A browser may keep the page for Back as it was left.
          await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
          await expect(codes(page)).toHaveCount(0)
        }
        await page.getByRole('link', { name: 'I’ve saved them. Continue' }).click()
        await expect(page).toHaveURL(`${site.baseUrl}/your-account`)
        // Without scripts, the browser asks whether to send the form again.
        await page.goBack().catch(() => expect(javaScriptEnabled).toBe(false))
        await expect(codes(page)).toHaveCount(0)
        await page.goto(`${site.baseUrl}/sign-in/second-step?next=/your-account`)
        await expect(page).toHaveURL(`${site.baseUrl}/your-account`)
        expect(complaints.filter((text) => /content security policy/i.test(text))).toEqual([])
      })

      test('a reload in place of saving the recovery codes leads on', complete, async ({ page }) => {
        await enterPassword(page, await createLatePerson(), `${site.baseUrl}/sign-in?next=/your-account`)
        await enterCode(page, codeOf((await page.locator('code').textContent()) ?? '', 0))
        await expect(codes(page)).toBeVisible()
        await page.reload()
        await expect(page).toHaveURL(`${site.baseUrl}/your-account`)
        await expect(codes(page)).toHaveCount(0)
      })
    })
  }

  test('a user sets up a passkey to sign in, and signs in with it later', complete, async ({ page, browser }) => {
    const agent = await createLatePerson()
    const { cdp, authenticatorId } = await addAuthenticator(page)
    await enterPassword(page, agent, `${site.baseUrl}/sign-in?next=/your-account`)
    const name = page.getByLabel('Name of the passkey')
    await expect(name).toHaveValue(/^Chrome on \w+$/)
    await name.fill('')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(name).toHaveAccessibleDescription('Fill in this field.')
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
    await name.fill('Work laptop')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(codes(page).getByRole('listitem')).toHaveCount(10)
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toEqual([expect.objectContaining({ rpId: 'localhost', isResidentCredential: true })])
    const other = await (await browser.newContext()).newPage()
    const synced = await addAuthenticator(other)
    for (const credential of credentials) {
      await synced.cdp.send('WebAuthn.addCredential', { authenticatorId: synced.authenticatorId, credential })
    }
    await other.goto(`${site.baseUrl}/your-account`)
    await expect(other).toHaveURL(`${site.baseUrl}/your-account`)
    await other.context().close()
  })

  test('a user who cancels the passkey can set up the app', complete, async ({ page }) => {
    const agent = await createLatePerson()
    const { cdp, authenticatorId } = await addAuthenticator(page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await enterPassword(page, agent, `${site.baseUrl}/sign-in`)
    const create = page.getByRole('button', { name: 'Create passkey' })
    await create.click()
    await expect(create).toHaveAttribute('aria-busy', 'false')
    await expect(alerts(page)).toHaveCount(0)
    await enterCode(page, codeOf((await page.locator('code').textContent()) ?? '', 0))
    await expect(codes(page)).toBeVisible()
  })
})
