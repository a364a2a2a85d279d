import type { BrowserContext, Page } from '@playwright/test'
import { complete, variations } from './complete.ts'
import { chooseInMenu, expect, ownKeyYourself, signIn, type TestPerson, test } from './fixtures.ts'

/** Signs in, and waits until the launcher's scripts run: an outage would keep them out. */
async function openLauncher(page: Page, person: TestPerson): Promise<void> {
  await signIn(page, person)
  // React keeps the props of an element on the element.
  await page.waitForFunction(() => {
    const search = document.querySelector('input[type="search"]')
    return search !== null && Object.keys(search).some((key) => key.startsWith('__reactProps'))
  })
}

/** Requests of the page's own script: Next's navigations and Server Actions, and the form of the sign-in page. */
function isFromScript(headers: Readonly<Record<string, string>>): boolean {
  return 'rsc' in headers || 'next-action' in headers || headers.accept === 'application/json'
}

type Outage = Readonly<{
  name: string
  title: string
  begin: (page: Page) => Promise<unknown>
  end: (page: Page) => Promise<void>
}>

function answeredBy(status: number): Outage {
  return {
    name: `a proxy that answers ${status}`,
    title: 'Latchkey isn’t responding. Retrying…',
    begin: (page) =>
      page.route('**', (route) =>
        isFromScript(route.request().headers())
          ? route.fulfill({ status, contentType: 'text/html', body: '<h1>The proxy’s page</h1>' })
          : route.fallback(),
      ),
    end: (page) => page.unrouteAll(),
  }
}

const offline: Outage = {
  name: 'the network being down',
  title: 'Offline. Retrying…',
  begin: (page) => page.context().setOffline(true),
  end: (page) => page.context().setOffline(false),
}

for (const outage of variations([offline, answeredBy(502), answeredBy(503)])) {
  test.describe(`through ${outage.name}`, () => {
    test('a search keeps the page and the input, and continues', async ({ page, world }) => {
      const accounts = await Promise.all(['Alder Paper', 'Birch Glass'].map((name) => world.createAccount(name)))
      await openLauncher(page, await world.createPerson('agent', accounts))
      await outage.begin(page)
      await page.getByRole('searchbox').fill('birch')
      await expect(page.getByRole('status').filter({ hasText: outage.title })).toBeVisible()
      await expect(page.getByRole('searchbox')).toHaveValue('birch')
      await expect(page.getByText('Alder Paper')).toBeVisible()
      await outage.end(page)
      await expect(page.getByText('Alder Paper')).toHaveCount(0)
      await expect(page).toHaveURL('/?q=birch')
      await expect(page.getByText(outage.title)).toHaveCount(0)
    })

    test('a pin is set once the server is back', complete, async ({ page, world }) => {
      const account = await world.createAccount('Cedar Mill')
      await openLauncher(page, await world.createPerson('agent', [account]))
      await outage.begin(page)
      await page.getByRole('button', { name: 'Pin Cedar Mill' }).click()
      await expect(page.getByRole('status').filter({ hasText: outage.title })).toBeVisible()
      await outage.end(page)
      await expect(page.getByRole('button', { name: 'Unpin Cedar Mill' }).first()).toBeVisible()
      await expect(page.getByText(outage.title)).toHaveCount(0)
    })

    test('editing an account keeps the dialog and its input, and saves later', complete, async ({ page, world }) => {
      const account = await world.createAccount('Dovetail')
      await signIn(page, await world.createPerson('admin'), `/manage/accounts?q=${account.id}`)
      await chooseInMenu(page, 'Dovetail', 'Edit')
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Dovetail & Sons')
      await outage.begin(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog').getByText(outage.title)).toBeVisible()
      const saved = countSuccessfulActions(page)
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).press('Enter')
      await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Dovetail & Sons')
      await outage.end(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('Dovetail & Sons')).toBeVisible()
      expect(saved.count).toBe(1)
    })

    test('sign-in waits with the form filled in', complete, async ({ page, world }) => {
      const agent = await world.createPerson('agent')
      await page.goto('/sign-in')
      await outage.begin(page)
      await submitSignIn(page, agent)
      // The first visit also refreshes the page for its time zone; that request waits too.
      await expect(page.getByRole('main').getByText(outage.title)).toBeVisible()
      await expect(page.getByLabel('Email or username')).toHaveValue(agent.email)
      await outage.end(page)
      await expect(page).toHaveURL('/')
    })
  })
}

test.describe('an action that may have run already', () => {
  test('generating a key is not retried, and the form says what to check', complete, async ({ page, world }) => {
    const owner = await world.createPerson('owner')
    await signIn(page, owner, '/users-and-access')
    await page.getByRole('link', { name: 'Generate new key' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Shop – production')
    await ownKeyYourself(page)
    const sent = countActions(page)
    await loseResponses(page)
    await page.getByRole('button', { name: 'Generate key' }).click()
    await expect(page.getByText('We don’t know whether the key was generated.')).toBeVisible()
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Shop – production')
    await page.waitForTimeout(3_000)
    expect(sent.count).toBe(1)
  })

  test('changing the password says how to check the outcome', complete, async ({ page, world }) => {
    const agent = await world.createPerson('agent')
    await signIn(page, agent, '/your-account?dialog=password')
    await page.getByRole('textbox', { name: 'Current password' }).fill(agent.password)
    await page.getByRole('textbox', { name: 'New password' }).fill('nine loud herons fly north at dawn')
    await loseResponses(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('We don’t know whether your password was changed.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('nine loud herons fly north at dawn')
  })

  test('adding a user asks to check first', complete, async ({ page, world }) => {
    await signIn(page, await world.createPerson('owner'), '/users-and-access')
    await page.getByRole('link', { name: 'Add user' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Grace Hopper')
    await loseResponses(page)
    await page.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByText('We don’t know whether your change was saved.')).toBeVisible()
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Grace Hopper')
  })
})

test.describe('a session that ended in another tab', () => {
  test('keeps the search, which continues after sign-in', complete, async ({ page, context, world }) => {
    const accounts = await Promise.all(['Elm Works', 'Fir Works'].map((name) => world.createAccount(name)))
    const agent = await world.createPerson('agent', accounts)
    await openLauncher(page, agent)
    await endSession(context)
    await page.getByRole('searchbox').fill('elm')
    await expect(page.getByRole('status').filter({ hasText: 'Your session ended.' })).toBeVisible()
    await signInAgain(page, agent)
    await expect(page.getByText('Fir Works')).toHaveCount(0)
    await expect(page.getByText('Elm Works')).toBeVisible()
    await expect(page.getByText('Your session ended.')).toHaveCount(0)
  })

  test('keeps a dialog and its input', complete, async ({ page, context, world }) => {
    const admin = await world.createPerson('admin')
    await signIn(page, admin, '/manage/accounts?dialog=add')
    await page.getByRole('textbox', { name: 'Account ID' }).fill('kept-1')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Kept')
    await endSession(context)
    await page.getByRole('button', { name: 'Add account' }).click()
    await expect(page.getByRole('dialog').getByText('Your session ended.')).toBeVisible()
    await signInAgain(page, admin)
    await expect(page.getByRole('textbox', { name: 'Account ID' })).toHaveValue('kept-1')
    await page.getByRole('button', { name: 'Add account' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('keeps the page when an account is pinned', complete, async ({ page, context, world }) => {
    const account = await world.createAccount('Gorse Mill')
    const agent = await world.createPerson('agent', [account])
    await openLauncher(page, agent)
    await endSession(context)
    await page.getByRole('button', { name: 'Pin Gorse Mill' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your session ended.' })).toBeVisible()
    await signInAgain(page, agent)
    await page.getByRole('button', { name: 'Pin Gorse Mill' }).click()
    await expect(page.getByRole('button', { name: 'Unpin Gorse Mill' }).first()).toBeVisible()
  })
})

test('a search continues that is typed while the page waits to refresh', complete, async ({ page, context, world }) => {
  const accounts = await Promise.all(['Hazel Yard', 'Ivy Yard'].map((name) => world.createAccount(name)))
  await openLauncher(page, await world.createPerson('agent', accounts))
  await context.setOffline(true)
  // Returning to the tab refreshes the launcher, as soon as the part that watches for it runs.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('status').filter({ hasText: offline.title })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 10_000 })
  const searched = page.waitForRequest(/[?&]q=ivy/)
  await page.getByRole('searchbox').fill('ivy')
  await searched
  await context.setOffline(false)
  await expect(page).toHaveURL('/?q=ivy')
  await expect(page.getByText('Hazel Yard')).toHaveCount(0)
})

test('a slow navigation shows progress within 100 ms', complete, async ({ page, world }) => {
  await openLauncher(page, await world.createPerson('admin'))
  await page.route('**', async (route) => {
    if (isFromScript(route.request().headers())) await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fallback()
  })
  await page.getByRole('searchbox').fill('anything')
  const shownAfterMs = await page.evaluate(async () => {
    const start = performance.now()
    while (!document.querySelector('[data-waiting]')) await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
  // The search itself waits 120 ms for the next key.
  expect(shownAfterMs).toBeLessThan(320)
})

async function submitSignIn(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel('Email or username').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Passes requests to the server and drops the responses, as a broken connection does. */
async function loseResponses(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    if (!('next-action' in route.request().headers())) return route.fallback()
    // Over WebDriver BiDi, Firefox doesn't show the body, and a server would wait for it. The page can't tell the
    // difference.
    if (route.request().postDataBuffer()) await route.fetch()
    await route.abort('connectionreset')
  })
}

function countActions(page: Page): { count: number } {
  const sent = { count: 0 }
  page.on('request', (request) => {
    if ('next-action' in request.headers()) sent.count += 1
  })
  return sent
}

function countSuccessfulActions(page: Page): { count: number } {
  const successful = { count: 0 }
  page.on('response', (response) => {
    if ('next-action' in response.request().headers() && response.ok()) successful.count += 1
  })
  return successful
}

async function endSession(context: BrowserContext): Promise<void> {
  const other = await context.newPage()
  await other.goto('/your-account')
  await other.getByRole('button', { name: /^Robin/ }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  await other.close()
}

async function signInAgain(page: Page, person: TestPerson): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in to continue' }).click()
  const tab = await opened
  await submitSignIn(tab, person)
  await tab.waitForURL((url) => url.pathname !== '/sign-in')
  await tab.close()
  await page.bringToFront()
}
