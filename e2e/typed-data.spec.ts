import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { pressBeside } from './typed-in-dialog.ts'

// The crawl types into every dialog that has a form.

/** Waits for the scripts, which make the dialog modal. Before that, nothing closes it. */
async function openDialog(page: Page, href: string): Promise<void> {
  await page.goto(href)
  await expect(page.locator('dialog:modal')).toBeVisible()
}

test('a dialog closes at once if nothing was typed, or what was typed is gone again', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'))
  const path = '/users-and-access?dialog=add-user'
  const dialog = page.getByRole('dialog')
  for (const close of [() => page.keyboard.press('Escape'), () => pressBeside(page)]) {
    await openDialog(page, path)
    await close()
    await expect(dialog).toBeHidden()
    await openDialog(page, path)
    await dialog.getByRole('textbox').first().fill('typed')
    await dialog.getByRole('textbox').first().fill('')
    await close()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('leaving the page with a filled dialog asks in the words of the browser', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'))
  await openDialog(page, '/users-and-access?dialog=add-user')
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await name.pressSequentially('Typed')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reload
})
