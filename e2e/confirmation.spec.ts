import { variations } from './complete.ts'
import { expect, signIn, test } from './fixtures.ts'

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('an expired confirmation is requested before the form, without an error until the user types', async ({
      page,
      world,
    }) => {
      const owner = await world.createPerson('owner')
      const name = `Confirmed first ${javaScriptEnabled}`
      await signIn(page, owner, '/users-and-access')
      await world.outdateConfirmation(owner)
      await page.getByRole('link', { name: 'Generate new key' }).click()
      const dialog = page.getByRole('dialog')
      const password = dialog.getByLabel('Your password', { exact: true })
      await expect(dialog.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
      await expect(dialog.getByLabel('Name')).toBeHidden()
      await expect(password).not.toHaveAttribute('aria-invalid')
      if (javaScriptEnabled) await expect(password).toBeFocused()

      await password.fill('not the password at all')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      await expect(dialog.getByLabel('Name')).toBeHidden()

      await password.fill(owner.password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.getByRole('heading', { name: 'Generate new key' })).toBeVisible()
      await expect(password).toHaveCount(0)
      if (javaScriptEnabled) await expect(dialog.getByLabel('Name')).toBeFocused()
      await expect(dialog.getByLabel('Open accounts')).toBeChecked()
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      await expect(dialog.getByRole('heading', { name: `Your new key “${name}”` })).toBeVisible()
    })

    test('a confirmation that expires while a form is filled keeps the input and continues', async ({
      page,
      world,
    }) => {
      const owner = await world.createPerson('owner')
      const username = `late-${Date.now()}-${javaScriptEnabled}`
      await signIn(page, owner, '/users-and-access?dialog=add-user')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Ada Late')
      await dialog.getByRole('radio', { name: /^Service user/ }).check()
      await dialog.getByRole('radio', { name: /^All accounts/ }).check()
      await dialog.getByLabel('Username', { exact: true }).fill(username)
      await world.outdateConfirmation(owner)
      await dialog.getByRole('button', { name: 'Add user' }).click()

      const password = dialog.getByLabel('Your password', { exact: true })
      await expect(dialog.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
      await expect(dialog.getByText('What you entered is kept.')).toBeVisible()
      await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
      await expect(password).not.toHaveAttribute('aria-invalid')
      await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Ada Late')
      await password.fill(owner.password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('row').filter({ hasText: username })).toContainText('Ada Late')
      expect(page.url()).not.toMatch(/#.*#/)
    })
  })
}
