import { expect, type Locator, type Page } from '@playwright/test'

const mostSteps = 60

/**
 * Keyboard users see where they are: an element has focus, is outlined, and is in view, not under a bar that sticks to
 * the window (WCAG 2.4.7, 2.4.11).
 */
export async function expectFocusShown(page: Page, where: string): Promise<void> {
  const focus = await page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus'
    // A title that gets focus to be read first needs no outline.
    if (focused.tabIndex < 0) return 'shown'
    const rings = [undefined, '::before', '::after'].map((part) => getComputedStyle(focused, part))
    const isMarked = rings.some((style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0)
    const name = focused.outerHTML.slice(0, 160)
    if (!isMarked) return `not marked: ${name}`
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    const isInView = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
    if (!isInView) return `out of view: ${name}`
    const shares = [0.25, 0.5, 0.75]
    const isSeen = shares.some((down) =>
      shares.some((across) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)
        return hit !== null && (focused.contains(hit) || hit.contains(focused))
      }),
    )
    return isSeen ? 'shown' : `covered: ${name}`
  })
  expect(focus, where).toBe('shown')
}

/** Presses Tab until the element has focus, and checks every stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < mostSteps; step++) {
    await page.keyboard.press(key)
    await expectFocusShown(page, `on the way to ${target}`)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/**
 * Expects the page to focus the element, also while Firefox's own controls, behind the page's last stop, have the
 * focus.
 */
export async function expectActive(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true)
}
