import type { Locator, Page } from '@playwright/test'
import { isDialog } from './crawl-routes.ts'
import { expect } from './fixtures.ts'

/** Whether a dialog is open whose fields are submitted together, and so may be lost. */
export async function hasForm(page: Page): Promise<boolean> {
  return (await page.locator('dialog:modal form [data-form-actions]').count()) > 0
}

/**
 * Types into the open dialog, and closes it: it asks first, and keeps what was typed until told to discard it.
 * @param ways in which it is closed; the short form closes all but the first dialog in one
 */
export async function expectToAsk(page: Page, ways: 'all' | 'one'): Promise<void> {
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  const isChanged = await change(dialog)
  if (!isChanged) return
  if (ways === 'all') {
    // Something of the page is next to it only if the window is wide.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await isChanged()
    await pressBeside(page)
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await isChanged()
    await dialog
      .getByRole('button', { name: 'Close' })
      .or(dialog.getByRole('link', { name: 'Close' }))
      .click()
  } else await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL((url) => isDialog(url))
}

/** Changes the first field of the dialog that a person can change. @returns how to see that it is still changed */
async function change(dialog: Locator): Promise<(() => Promise<unknown>) | undefined> {
  const text = dialog
    .locator('input:is([type=text], [type=email], [type=url], [type=password]):visible, textarea:visible')
    .first()
  if (await text.count()) {
    await text.fill('typed-by-hand')
    return () => expect(text).toHaveValue('typed-by-hand')
  }
  const box = dialog.locator('input:is([type=checkbox], [type=radio]):not(:checked):visible').first()
  if ((await box.count()) === 0) return undefined
  // A checkbox may have no `value`.
  const [name, value] = await box.evaluate((input) => [input.getAttribute('name'), input.getAttribute('value')])
  const chosen = dialog.locator(`input[name="${name}"]${value === null ? '' : `[value="${value}"]`}`)
  await chosen.check({ force: true })
  return () => expect(chosen).toBeChecked()
}

/** A press outside the dialog. */
export async function pressBeside(page: Page): Promise<void> {
  await page.mouse.click(4, 4)
}
