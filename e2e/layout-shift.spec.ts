import type { Page } from '@playwright/test'
import { timeZoneCookie } from '../lib/i18n/preferences.ts'
import { expect, signIn, type TestAccount, type TestPerson, test } from './fixtures.ts'

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

type Scene = Readonly<{ person: TestPerson; account: TestAccount }>

/** Pages that people look at most, each by its address. */
const pages: Readonly<Record<string, (scene: Scene) => string>> = {
  'the launcher': () => '/',
  'users and access': () => '/users-and-access',
  'an opened account': ({ account }) => `/launch/${account.id}`,
}

/** Less than a single button that moves by its own height: a hair, such as a rounded pixel of a busy machine. */
const smallestSeen = 0.0005

/** A slow line: a page comes piece by piece, and what stands there already has its place. */
const slowLine = { offline: false, latency: 20, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** Goes there with nothing in the cache. @returns what has moved by itself, once nothing more comes: how far, and where */
async function listShifts(page: Page, path: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', slowLine)
  await page.goto(path, { waitUntil: 'networkidle' })
  return page.evaluate(async (visible) => {
    await document.fonts.ready
    // What was decided in this frame is seen in the one after the next.
    for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done))
    type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] }
    const shifts: Shift[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((done) => setTimeout(done))
    shifts.push(...(observer.takeRecords() as Shift[]))
    const nameOf = (node: Node | null) => (node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent)
    return shifts
      .filter(({ value }) => value >= visible)
      .map(({ value, sources }) => `${value}: ${sources.map(({ node }) => nameOf(node)).join(' | ')}`)
  }, smallestSeen)
}

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    for (const path of ['/sign-in', '/api-reference']) {
      test(`nothing moves by itself on ${path}`, async ({ page }) => {
        expect(await listShifts(page, path)).toEqual([])
      })
    }

    for (const [name, addressOf] of Object.entries(pages)) {
      test(`nothing moves by itself on ${name}`, async ({ page, world }) => {
        const names = ['Åkeranta Ægir', 'Quiet Quarry', 'Żółć & Sons', 'Long Name of an Association of Makers']
        const accounts = await Promise.all(names.map((each) => world.createAccount(each)))
        const person = await world.createPerson('owner', accounts)
        const account = accounts[0]
        if (!account) throw new Error('there is no account')
        await signIn(page, person)
        // Faster than a person: the pages so far may not have noted the time zone, and this one would be drawn again.
        await page.waitForFunction((name) => document.cookie.includes(name), timeZoneCookie)
        expect(await listShifts(page, addressOf({ person, account }))).toEqual([])
      })
    }
  })
}

test('an entry stands where it stays from the first moment its menu is seen', async ({ page, context, world }) => {
  const owner = await world.createPerson('owner')
  const key = await world.createKey(owner)
  await signIn(page, owner, '/users-and-access')
  const motion = await context.newCDPSession(page)
  await motion.send('Animation.enable')
  // The first moment lasts as long as it is looked at.
  await motion.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const row = page.getByRole('row').filter({ hasText: key.keyId })
  await row.getByRole('button', { name: /Actions/ }).click()
  const entry = row.getByRole('link', { name: 'Revoke' })
  const seenFirst = await entry.boundingBox()
  await motion.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  // Whoever aims at one that moves misses it: a press outside closes the menu.
  expect(await entry.boundingBox()).toEqual(seenFirst)
  await entry.click()
  await expect(page.getByRole('dialog')).toContainText('You can’t undo this.')
})

test('what does move is seen', async ({ page }) => {
  await page.route('**/late', (route) => route.fulfill({ contentType: 'text/html', body: movingPage }))
  expect(await listShifts(page, '/late')).toEqual([expect.stringContaining('<p')])
})

const movingPage = `<!doctype html><p id="moved">A paragraph that is pushed down.</p><script>
requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => {
  const pushing = document.createElement('div')
  pushing.style.height = '200px'
  document.body.prepend(pushing)
})))</script>`
