import type { Locator } from '@playwright/test'
import { complete, variations } from './complete.ts'
import { expect, ownKeyYourself, signIn, test } from './fixtures.ts'

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test(
      'an expired confirmation is requested before the form, without an error until the user types',
      complete,
      async ({ page, world }) => {
        const owner = await world.createPerson('owner')
        const name = `Confirmed first ${javaScriptEnabled}`
        await signIn(page, owner, '/users-and-access')
        await world.outdateConfirmation(owner)
        await page.getByRole('link', { name: 'Generate new key' }).click()
        const dialog = page.getByRole('dialog')
        const password = dialog.getByLabel('Your password', { exact: true })
        await expect(dialog.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
        await expect(dialog.getByLabel('Name', { exact: true })).toBeHidden()
        await expect(password).not.toHaveAttribute('aria-invalid')
        if (javaScriptEnabled) await expect(password).toBeFocused()

        await password.fill('not the password at all')
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await expect(password).toHaveAttribute('aria-invalid', 'true')
        await expect(dialog.getByLabel('Name', { exact: true })).toBeHidden()

        await password.fill(owner.password)
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await expect(dialog.getByRole('heading', { name: 'Generate new key' })).toBeVisible()
        await expect(password).toHaveCount(0)
        if (javaScriptEnabled) await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
        await expect(dialog.getByLabel('Open accounts')).toBeChecked()
        await dialog.getByLabel('Name', { exact: true }).fill(name)
        await ownKeyYourself(page)
        await dialog.getByRole('button', { name: 'Generate key' }).click()
        await expect(dialog.getByRole('heading', { name: `Your new key “${name}”` })).toBeVisible()
      },
    )

    test('a confirmation that expires while a form is filled keeps the input and continues', async ({
      page,
      world,
    }) => {
      const owner = await world.createPerson('owner')
      const name = `Ada Late ${Date.now()} ${javaScriptEnabled}`
      await signIn(page, owner, '/users-and-access?dialog=add-user')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByRole('radio', { name: /^A program/ }).check()
      await dialog.getByRole('radio', { name: /^All accounts/ }).check()
      await world.outdateConfirmation(owner)
      await dialog.getByRole('button', { name: 'Add user' }).click()

      const password = dialog.getByLabel('Your password', { exact: true })
      await expect(dialog.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
      await expect(dialog.getByText('What you entered is kept.')).toBeVisible()
      await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
      await expect(password).not.toHaveAttribute('aria-invalid')
      await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
      await password.fill(owner.password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
      expect(page.url()).not.toMatch(/#.*#/)
    })

    test(
      'selected accounts are suspended together after a confirmation, and stay selected until then',
      complete,
      async ({ page, world }) => {
        const name = `Paired ${Date.now()} ${javaScriptEnabled}`
        const accounts = [await world.createAccount(name), await world.createAccount(name)]
        const admin = await world.createPerson('admin')
        await signIn(page, admin, `/manage/accounts?q=${encodeURIComponent(name)}`)
        for (const box of await page.getByRole('checkbox', { name: `Select ${name}` }).all()) await box.check()
        await world.outdateConfirmation(admin)
        const suspend = page.getByRole('form', { name: 'Selected accounts' }).getByRole('button', { name: 'Suspend' })
        const dialog = page.getByRole('dialog')
        const password = dialog.getByLabel('Your password', { exact: true })
        await suspend.click()
        await expect(dialog.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
        if (javaScriptEnabled) {
          await dialog.getByRole('link', { name: 'Cancel' }).click()
          await expect(page.getByText('2 selected')).toBeVisible()
          await suspend.click()
        }
        await password.fill('not the password at all')
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await expect(password).toHaveAttribute('aria-invalid', 'true')
        await password.fill(admin.password)
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await expect(dialog.getByRole('heading', { name: 'Suspend 2 accounts?' })).toBeVisible()

        await world.outdateConfirmation(admin)
        await dialog.getByRole('button', { name: 'Suspend accounts' }).click()
        await expect(dialog.getByText('What you entered is kept.')).toBeVisible()
        await password.fill(admin.password)
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await expect(dialog).toHaveCount(0)
        for (const { id } of accounts) {
          await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Suspended')
        }
      },
    )

    test('an import and a pause of a webhook ask for an expired confirmation', complete, async ({ page, world }) => {
      const owner = await world.createPerson('owner')
      await signIn(page, owner, '/settings/webhooks?dialog=add')
      const dialog = page.getByRole('dialog')
      const confirm = async (form: Locator) => {
        await form.getByLabel('Your password', { exact: true }).fill(owner.password)
        await form.getByRole('button', { name: 'Continue' }).click()
      }
      await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hook')
      await dialog.getByRole('button', { name: 'Add endpoint' }).click()
      await dialog.getByRole('link', { name: 'Done' }).click()
      await world.outdateConfirmation(owner)
      await page.getByRole('button', { name: 'Pause' }).click()
      await confirm(dialog)
      await expect(dialog.getByRole('heading', { name: 'Pause http://127.0.0.1:9/hook?' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Pause' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('Events wait until you resume it.')).toBeVisible()

      const id = `confirmed-${Date.now()}-${javaScriptEnabled}`
      await page.goto('/manage/accounts/import')
      const file = { name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(`id,name\n${id},Confirmed Loom\n`) }
      await page.getByLabel('CSV file').setInputFiles(file)
      await world.outdateConfirmation(owner)
      await page.getByRole('button', { name: 'Check file' }).click()
      await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
      await confirm(page.locator('main'))
      await page.getByRole('button', { name: 'Import one account' }).click()
      await expect(page.getByText('One account imported')).toBeVisible()
    })
  })
}
