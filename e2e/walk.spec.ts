import { randomBase62 } from '#lib/kernel/crypto.ts'
import { firefoxMissing } from './firefox.ts'
import { expect, expectDialogGone, signInByForm, test } from './fixtures.ts'

// One sign-in for what single journeys do in the complete form in Chromium.
test.skip(({ browserName }) => browserName === 'firefox' && firefoxMissing !== undefined, firefoxMissing)

test('a manager walks through every part of the portal', async ({ page, world }) => {
  test.slow()
  const account = await world.createAccount(`Walnut ${randomBase62(6)}`)
  const agent = await world.createPerson('agent')
  const owner = await world.createPerson('owner')
  const key = await world.createKey(owner)
  const dialog = page.getByRole('dialog')
  await signInByForm(page, owner)

  await test.step('pin, and undo', async () => {
    await page.getByRole('searchbox').fill(account.name)
    await page.getByRole('button', { name: `Pin ${account.name}` }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: `Pin ${account.name}` })).toBeVisible()
  })

  await test.step('palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(agent.username)
    await expect(page.getByRole('option').filter({ hasText: agent.username }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox')).toHaveCount(0)
  })

  await test.step('overview', async () => {
    await page.goto('/overview')
    await page.getByRole('link', { name: '7 days' }).click()
    await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
  })

  await test.step('account group', async () => {
    await page.goto('/manage/accounts/groups?dialog=add')
    await dialog.getByLabel('Name').fill(`Walked ${account.name}`)
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('link', { name: 'Add accounts' }).click()
    await dialog.getByRole('combobox', { name: 'Account IDs' }).fill(account.id)
    await dialog.getByRole('button', { name: 'Add accounts' }).click()
    await dialog.getByRole('link', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: new RegExp(account.name) })).toContainText('Chosen')
    await expectDialogGone(page)
  })

  await test.step('selected accounts', async () => {
    await page.goto(`/manage/accounts?q=${account.id}`)
    await page.getByRole('checkbox', { name: `Select ${account.name}` }).check()
    await page.getByRole('form', { name: 'Selected accounts' }).getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByRole('button', { name: /^Suspend/ }).click()
    const row = page.getByRole('row').filter({ hasText: account.id })
    await expect(row).toContainText('Suspended')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toContainText('Active')
  })

  await test.step('selected users', async () => {
    await page.goto(`/users-and-access/users?q=${agent.username}`)
    await page.getByRole('checkbox', { name: `Select ${agent.name}` }).check()
    await page.getByRole('form', { name: 'Selected users' }).getByRole('button', { name: 'Deactivate' }).click()
    await dialog.getByRole('button', { name: /^Deactivate/ }).click()
    await expect(page.getByRole('row').filter({ hasText: agent.username })).toContainText('Deactivated')
  })

  await test.step('key page', async () => {
    await page.goto(`/users-and-access/keys/${key.keyId}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await dialog.getByLabel('Note').fill('Ask Ada')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectDialogGone(page)
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Ask Ada')
  })

  await test.step('limited key', async () => {
    await page.goto(`/users-and-access/keys/${key.keyId}?dialog=narrow-key`)
    // Not by label: until the scripts are there, that is the text area, which they hide.
    const accounts = dialog.getByRole('combobox', { name: 'Accounts', exact: true })
    await accounts.fill(account.id)
    await dialog.getByRole('button', { name: 'See what stops' }).click()
    await expect(dialog).toContainText(`Accounts that can still be opened: ${account.id}. Loses: everything else.`)
    // What is confirmed can't be changed any more.
    await expect(accounts).toBeHidden()
    await dialog.getByRole('button', { name: 'Limit key' }).click()
    await expectDialogGone(page)
    await expect(page.getByText('Access of API key limited')).toBeVisible()
  })

  await test.step('access requests', async () => {
    await page.goto('/users-and-access')
    await page.getByRole('link', { name: /^Access requests/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access requests')
  })

  await test.step('organization', async () => {
    await page.goto('/settings')
    await page.getByRole('textbox', { name: 'Accent color' }).fill('#12345')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Enter a color as # and six digits from 0 to f')).toBeVisible()
  })

  await test.step('activity', async () => {
    await page.goto(`/activity?account=${account.id}`)
    await page.getByRole('switch', { name: 'Live' }).check()
    const answered = page.waitForResponse((response) => response.url().includes('/activity/new?'))
    await answered
    await expect(page.getByText(account.name).first()).toBeVisible()
  })
})
