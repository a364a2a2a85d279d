import type { BrowserContext, Page } from '@playwright/test'
import { complete } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectFocusShown } from './focus.ts'
import { openPages, portalPages } from './pages.ts'

/** A window of 1280 × 1024 px at 400 % (WCAG 1.4.10). */
const zoomedIn = { width: 320, height: 256 }

/** The distances that every user may set (WCAG 1.4.12). */
const wideText = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`

/** @returns the elements that reach out of the window, or hide a part of their text */
async function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > window.innerWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > window.innerWidth && element.childElementCount === 0,
      )
      found.push(
        `the page is ${scrollWidth} px wide: ${wide.map(({ outerHTML }) => outerHTML.slice(0, 160)).join(', ')}`,
      )
    }
    // Browsers shorten a file's name with an ellipsis of their own.
    for (const element of document.querySelectorAll<HTMLElement>('body :not([type="file"])')) {
      const { overflowX, overflowY, textOverflow, clipPath, position } = getComputedStyle(element)
      // Text only for screen readers is clipped on purpose; an ellipsis shows that text is missing.
      const isForReaders = position === 'absolute' && clipPath !== 'none'
      if (isForReaders || textOverflow === 'ellipsis' || element.childElementCount > 0 || !element.checkVisibility())
        continue
      const isHidden = (axis: string) => axis === 'hidden' || axis === 'clip'
      const isCut =
        (isHidden(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (isHidden(overflowY) && element.scrollHeight > element.clientHeight + 1)
      if (isCut) found.push(element.outerHTML.slice(0, 160))
    }
    return found
  })
}

/** Walks a page by keyboard: every stop is shown (see {@link expectFocusShown}). */
async function walk(page: Page, path: string): Promise<void> {
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab')
    // Behind the last stop, focus leaves the page.
    if (await page.evaluate(() => document.activeElement === document.body)) return
    await expectFocusShown(page, path)
  }
}

/** Adds a style sheet as a user does: the page's Content-Security-Policy doesn't apply to it. */
async function addUserStyles(page: Page, styles: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, styles)
}

/** Opens the path in a tab of its own: behind the last stop of one, Firefox's own controls keep the focus. */
async function expectAdapted(context: BrowserContext, path: string): Promise<void> {
  const page = await context.newPage()
  await page.setViewportSize(zoomedIn)
  await page.goto(path)
  expect(await findCutOff(page), `${path} at 400 %`).toEqual([])
  await walk(page, `${path} at 400 %`)
  await addUserStyles(page, wideText)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findCutOff(page), `${path} with wide text at ${width}`).toEqual([])
  }
  await page.close()
}

test('pages before sign-in fit a window at 400 % and take wide text', async ({ context }) => {
  for (const path of openPages) await expectAdapted(context, path)
})

test('pages of the portal fit a window at 400 % and take wide text', complete, async ({ page, context, world }) => {
  test.slow()
  await world.createAccount('Longname Association of Independent Makers and Menders GmbH')
  await signIn(page, await world.createPerson('owner'))
  for (const path of portalPages) await expectAdapted(context, path)
})

test('cut text and a covered focus are found when planted', async ({ page }) => {
  const planted = `<!doctype html><title>Planted</title><p style="block-size: 8px; overflow: hidden">Cut</p>
    <button>Under the bar</button><div style="position: fixed; inset: 0; background: Canvas"></div>`
  await page.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body: planted }))
  await page.goto('/planted')
  expect(await findCutOff(page)).toEqual([expect.stringContaining('<p')])
  await expect(walk(page, 'planted')).rejects.toThrow('covered: <button>')
})

test('with reduced motion, nothing is animated', complete, async ({ page, browserName, world }) => {
  test.skip(browserName === 'firefox', firefoxLacks.media)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, await world.createPerson('owner'), '/users-and-access')
  await page.getByRole('link', { name: 'Add user' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
        const last = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat))
        return last(transitionDuration) > 0.01 || (animationName !== 'none' && last(animationDuration) > 0.01)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  )
  expect(moving).toEqual([])
})

test('with forced colors, controls keep their borders and the current page its mark', async ({
  page,
  browserName,
  world,
}) => {
  test.skip(browserName === 'firefox', firefoxLacks.media)
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=add-user')
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll('.lk-button, input:not([type="hidden"]), select, textarea')]
      .filter((control) => control.checkVisibility() && !control.matches('[data-variant="quiet"]'))
      .filter((control) => {
        const { borderStyle, borderWidth, borderColor, backgroundColor, appearance } = getComputedStyle(control)
        if (appearance === 'auto') return false
        return borderStyle === 'none' || Number.parseFloat(borderWidth) < 1 || borderColor === backgroundColor
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
  expect(bare).toEqual([])
  const [mark, bar] = await page
    .locator('nav a[aria-current="page"]')
    .evaluate((link) => [
      getComputedStyle(link, '::after').backgroundColor,
      getComputedStyle(link.closest('nav') ?? link).backgroundColor,
    ])
  expect(mark).not.toMatch(/, 0\)$/)
  expect(mark).not.toBe(bar)
})
