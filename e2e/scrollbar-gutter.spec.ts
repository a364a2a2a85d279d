import type { Page } from '@playwright/test'
import { variations } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, showShortcuts, signIn, test } from './fixtures.ts'

// Playwright hides scrollbars and their gutter by default.
test.use({
  launchOptions: ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

for (const colorScheme of variations(['light', 'dark'] as const)) {
  test(`an open dialog dims the full width of the page, ${colorScheme}`, async ({ page, browserName, world }) => {
    test.skip(browserName === 'firefox' && colorScheme === 'dark', firefoxLacks.media)
    await page.emulateMedia({ colorScheme })
    await signIn(page, await world.createPerson('admin'), '/your-account')
    await showShortcuts(page)
    await page.waitForTimeout(400)
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const [left, gutter] = [await readPixel(page, 4, height - 4), await readPixel(page, width - 4, height - 4)]
    for (const [index, value] of left.entries()) expect(Math.abs(value - (gutter[index] ?? 0))).toBeLessThanOrEqual(2)
  })
}

async function readPixel(page: Page, x: number, y: number): Promise<number[]> {
  const image = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [])]
  }, image.toString('base64'))
}
