import type { Page } from '@playwright/test'
import { complete, variations } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, signIn, type TestAccount, type TestPerson, test } from './fixtures.ts'

test.skip(({ browserName }) => browserName === 'firefox', firefoxLacks.layoutShifts)

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

type Scene = Readonly<{ person: TestPerson; account: TestAccount }>

/** The most visited pages, by path. */
const pages: Readonly<Record<string, (scene: Scene) => string>> = {
  'the launcher': () => '/',
  'users and access': () => '/users-and-access',
  'an opened account': ({ account }) => `/launch/${account.id}`,
}

/** Less than one button that moves by its height. Allows for rounded pixels on a busy machine. */
const smallestSeen = 0.0005

/** A slow connection: a page arrives in pieces, and its first pieces must not move. */
const slowLine = { offline: false, latency: 20, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** Loads a page with an empty cache. @returns the layout shifts, once the network is idle: how far, and where */
async function listShifts(page: Page, path: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', slowLine)
  await page.goto(path, { waitUntil: 'networkidle' })
  return page.evaluate(async (visible) => {
    await document.fonts.ready
    // A change made in this frame is reported two frames later.
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

for (const [size, viewport] of variations(Object.entries(sizes))) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    for (const path of variations(['/sign-in', '/api-reference'])) {
      test(`nothing moves by itself on ${path}`, async ({ page }) => {
        expect(await listShifts(page, path)).toEqual([])
      })
    }

    for (const [name, addressOf] of variations(Object.entries(pages))) {
      test(`nothing moves by itself on ${name}`, async ({ page, world }) => {
        const names = ['Åkeranta Ægir', 'Quiet Quarry', 'Żółć & Sons', 'Long Name of an Association of Makers']
        const accounts = await Promise.all(names.map((each) => world.createAccount(each)))
        const person = await world.createPerson('owner', accounts)
        const account = accounts[0]
        if (!account) throw new Error('there is no account')
        await signIn(page, person)
        expect(await listShifts(page, addressOf({ person, account }))).toEqual([])
      })
    }
  })
}

test('a menu’s entries don’t move after the menu appears', complete, async ({ page, context, world }) => {
  const owner = await world.createPerson('owner')
  const key = await world.createKey(owner)
  await signIn(page, owner, '/users-and-access')
  const motion = await context.newCDPSession(page)
  await motion.send('Animation.enable')
  // Holds the first frame.
  await motion.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const row = page.getByRole('row').filter({ hasText: key.keyId })
  await row.getByRole('button', { name: /Actions/ }).click()
  const entry = row.getByRole('link', { name: 'Revoke' })
  const seenFirst = await entry.boundingBox()
  await motion.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  // A press on an entry that moves would miss it, and a press outside closes the menu.
  expect(await entry.boundingBox()).toEqual(seenFirst)
  await entry.click()
  await expect(page.getByRole('dialog')).toContainText('You can’t undo this.')
})

test('a planted layout shift is detected', async ({ page }) => {
  await page.route('**/late', (route) => route.fulfill({ contentType: 'text/html', body: movingPage }))
  expect(await listShifts(page, '/late')).toEqual([expect.stringContaining('<p')])
})

const movingPage = `<!doctype html><p id="moved">A paragraph that is pushed down.</p><script>
requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => {
  const pushing = document.createElement('div')
  pushing.style.height = '200px'
  document.body.prepend(pushing)
})))</script>`
