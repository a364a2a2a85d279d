import type { Browser, Page } from '@playwright/test'
import { complete, isComplete } from './complete.ts'
import { expect, product, signIn, type TestPerson, test, type World, waitForScripts } from './fixtures.ts'
import { askNow, type FailureName, type LineAction, lineActions } from './line-actions.ts'

/** A way in which the line fails: what begins and ends it, and what the page says meanwhile. */
type Failure = Readonly<{
  says: string | RegExp
  /** Begins the failure. @returns what ends it */
  begin: (page: Page) => Promise<() => Promise<unknown>>
}>

function answeredBy(status: number): Failure {
  return {
    says: retrying,
    begin: async (page) => {
      const body = '<h1>The page of a proxy</h1>'
      await page.route('**', (route) => route.fulfill({ status, contentType: 'text/html', body }))
      return () => page.unrouteAll()
    },
  }
}

/** Which of the two a script that doesn't load is, depends on the browser's network. */
const retrying = /(Offline|Latchkey isn’t responding)\. Retrying…/
const unknown = 'The connection was lost.'

const failures = {
  offline: {
    says: retrying,
    begin: async (page) => {
      await page.context().setOffline(true)
      return () => page.context().setOffline(false)
    },
  },
  'answered by 502': answeredBy(502),
  'answered by 503': answeredBy(503),
  'signed out': {
    says: 'Your session ended.',
    begin: async (page) => {
      const cookies = await page.context().cookies(product.baseUrl)
      await page.context().clearCookies({ name: /portal-session/ })
      return () => page.context().addCookies(cookies)
    },
  },
} satisfies Partial<Record<FailureName, Failure>>

type Role = 'owner' | 'agent'
type Opened = Readonly<{ page: Page; person: TestPerson }>

/** Begins each action on a page of its user, one page for all. */
function openPages(world: World, browser: Browser) {
  const opened: Partial<Record<Role, Promise<Opened>>> = {}
  async function open(role: Role): Promise<Opened> {
    const person = await world.createPerson(role)
    const page = await (await browser.newContext()).newPage()
    page.setDefaultTimeout(15_000)
    await page.goto('/sign-in')
    await signIn(page, person, '/your-account')
    return { page, person }
  }
  return async ({ role = 'owner', begin }: LineAction) => {
    opened[role] ??= open(role)
    const { page, person } = await opened[role]
    const deed = await begin({ page, person, world })
    await page.goto(deed.path)
    await waitForScripts(page)
    await deed.prepare?.()
    return { page, deed }
  }
}

/** The complete form runs each kind of action on each bad line. */
function actionsFor(name: FailureName): readonly [string, LineAction][] {
  const all = Object.entries(lineActions)
  return isComplete ? all : all.filter(([, { short = [] }]) => short.includes(name))
}

for (const [name, failure] of Object.entries(failures) as [keyof typeof failures, Failure][]) {
  // Most actions handle 502 and 503 alike.
  const details = name === 'answered by 503' ? complete : {}
  test(
    `actions on a line that is ${name} say so, keep the page, and are done later`,
    details,
    async ({ browser, world }) => {
      test.setTimeout(300_000)
      const begin = openPages(world, browser)
      const isSignedOut = name === 'signed out'
      for (const [what, action] of actionsFor(name)) {
        await test.step(what, async () => {
          const { page, deed } = await begin(action)
          const end = await failure.begin(page)
          await deed.act()
          const isUnknown = action.asksIfUnknown === true && (name === 'offline' || name === 'answered by 502')
          const said = page.getByText(isUnknown ? unknown : failure.says).filter({ visible: true })
          await expect(said.first()).toBeVisible()
          await deed.kept?.()
          if (isSignedOut) {
            await expectWayToSignIn(page)
            await deed.rolledBack?.()
          }
          await end()
          await askNow(page)
          if (!action.continues && (isUnknown || isSignedOut)) await deed.act()
          await deed.done()
          await expect(said).toHaveCount(0)
        })
      }
    },
  )
}

/** A modal dialog makes the page behind it inert, with its message. */
async function expectWayToSignIn(page: Page): Promise<void> {
  const top = page.locator('body').or(page.locator('dialog:modal')).last()
  await top.getByRole('link', { name: 'Sign in to continue' }).first().click({ trial: true })
}

test('actions on a slow line show that they wait, move nothing, and run once', async ({ browser, world }) => {
  test.setTimeout(300_000)
  const begin = openPages(world, browser)
  for (const [what, action] of actionsFor('slow')) {
    await test.step(what, async () => {
      const { page, deed } = await begin(action)
      const sent = countActions(page)
      await page.evaluate(watchShifts)
      const end = await hold(page)
      await deed.act()
      await expect(page.locator('[data-waiting], [aria-busy="true"]').first()).toBeAttached()
      expect(await page.evaluate(() => (window as unknown as Shifts).shifts)).toEqual([])
      const forms = page.locator('dialog:modal form')
      if (action.asksIfUnknown) await forms.evaluateAll((all: HTMLFormElement[]) => all.at(-1)?.requestSubmit())
      await end()
      await deed.done()
      if (action.asksIfUnknown) expect(sent.count).toBe(1)
    })
  }
})

test('a dialog that is canceled offline withdraws its change', async ({ page, world }) => {
  const { id, name } = await world.createAccount('Withdrawn Mill')
  await signIn(page, await world.createPerson('owner'), `/manage/accounts?q=${id}&dialog=suspend&of=${id}`)
  await waitForScripts(page)
  const dialog = page.getByRole('dialog', { name: `Suspend ${name}?` })
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: /^Suspend/ }).click()
  await expect(dialog.getByText(retrying)).toBeVisible()
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  const sent = countActions(page)
  await page.context().setOffline(false)
  await expect(page).toHaveURL(`/manage/accounts?q=${id}`)
  await expect(page.getByText(retrying)).toHaveCount(0)
  expect(sent.count).toBe(0)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Active')
})

function countActions(page: Page): { count: number } {
  const sent = { count: 0 }
  page.on('request', (request) => {
    if ('next-action' in request.headers()) sent.count += 1
  })
  return sent
}

/** Holds every request, as the slowest of lines. @returns what lets them go */
async function hold(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    await held.promise
    await route.fallback()
  })
  return async () => {
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

type Shifts = { shifts: string[] }

/** Collects the layout shifts of the page from now on, without those that input causes. */
function watchShifts(): void {
  const seen: string[] = []
  Object.assign(window, { shifts: seen })
  type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: readonly { node: Node | null }[] }
  new PerformanceObserver((list) => {
    const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
    for (const { sources } of shifts) {
      for (const { node } of sources) seen.push(node instanceof Element ? node.outerHTML.slice(0, 80) : 'text')
    }
  }).observe({ type: 'layout-shift' })
}
