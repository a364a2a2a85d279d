import { randomBase62 } from '#lib/kernel/crypto.ts'
import { findViolations } from './axe.ts'
import { complete, variations } from './complete.ts'
import {
  expect,
  expectDialogGone,
  issueTokens,
  keyOwnerField,
  openAdvanced,
  requestGrantUrl,
  signIn,
  test,
} from './fixtures.ts'

const sizes = [
  { width: 1440, height: 900, fits: true },
  { width: 1024, height: 768, fits: false },
  { width: 390, height: 844, fits: false },
] as const

for (const { width, height, fits } of variations(sizes)) {
  test(`each purpose of a new key fits a screen of ${width} px`, async ({ page, world }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key')
    const dialog = page.getByRole('dialog')
    const expectToFit = async () => {
      const seen = await dialog.evaluate((box) => [
        box.scrollHeight - box.clientHeight,
        box.scrollWidth - box.clientWidth,
      ])
      expect(seen[1]).toBe(0)
      if (fits) expect(seen[0]).toBe(0)
    }
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
    await expectToFit()
    await dialog.getByLabel('New service user').check()
    await expect(dialog.getByLabel('Service user', { exact: true })).toBeFocused()
    await expectToFit()
    await dialog.getByLabel('New service user').uncheck()
    await dialog.getByText('Manage Latchkey by program').click()
    for (const area of ['Accounts', 'Activity']) {
      await dialog.getByLabel('Add a permission').selectOption({ label: area })
    }
    const accounts = dialog.getByLabel('Accounts', { exact: true }).filter({ visible: true })
    await accounts.selectOption({ label: 'read and change' })
    await expect(dialog.getByRole('status').filter({ hasText: 'It can’t open accounts.' })).toContainText(
      'Reads all events and creates, changes, and suspends accounts',
    )
    await expectToFit()
    await dialog.getByText('Provision users by SCIM').click()
    await expectToFit()
    expect(await findViolations(page)).toEqual([])
  })
}

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(`with scripts: ${javaScriptEnabled}`, () => {
    test.use({ javaScriptEnabled })

    test('a service user is added with a key that opens its accounts', async ({ page, world }) => {
      const account = await world.createAccount('New Owner Mill')
      const shop = `Shop ${randomBase62(8)}`
      const admin = await world.createPerson('admin')
      await signIn(page, admin, '/users-and-access?dialog=generate-key')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill(`${shop} – production`)
      await dialog.getByLabel('New service user').check()
      await expect(keyOwnerField(page)).toHaveCount(0)
      await dialog.getByLabel('Service user', { exact: true }).fill(shop)
      await dialog.getByLabel('Can open').fill('nowhere')
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      // Nothing was added.
      await expect(dialog.getByText('There is no account with this ID: nowhere')).toBeVisible()
      if (javaScriptEnabled) await dialog.getByRole('button', { name: 'Remove nowhere' }).click()
      await dialog.getByLabel('Can open').fill(account.id)
      if (javaScriptEnabled) {
        await expect(dialog.getByRole('status').filter({ hasText: 'Adds the service user' })).toContainText(
          `Adds the service user ${shop}. Opens 1 account as ${shop}`,
        )
      }
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      await expect(dialog.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
      const text = (await dialog.textContent()) ?? ''
      const key = {
        keyId: /lkid_\w{20}/.exec(text)?.[0] ?? '',
        secret: /lksec_\w{49}/.exec(text)?.[0] ?? '',
        owner: admin,
      }
      expect(await requestGrantUrl(await issueTokens(key), account)).toContain('/sso?token=')
      await page.goto(`/users-and-access/users?q=${encodeURIComponent(shop)}`)
      await expect(page.getByRole('row', { name: shop })).toHaveCount(1)
    })

    test('a key that manages needs a permission, and keeps what was chosen', async ({ page, world }) => {
      await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key&of=manage')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill(`Import ${randomBase62(8)}`)
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      await expect(dialog.getByText('Select at least one permission.')).toBeVisible()
      if (javaScriptEnabled) await dialog.getByLabel('Add a permission').selectOption({ label: 'Users' })
      await dialog.getByLabel('Users', { exact: true }).selectOption({ label: 'read and change' })
      await dialog.getByLabel('New service user').check()
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      await expect(dialog.getByLabel('Service user', { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expect(dialog.getByLabel('Users', { exact: true }).locator('option:checked')).toHaveText('read and change')
      await dialog.getByLabel('Service user', { exact: true }).fill(`Importer ${randomBase62(8)}`)
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      await expect(dialog.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
    })
  })
}

test('Advanced names what is set inside, and the next key starts without it', complete, async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key')
  const dialog = page.getByRole('dialog')
  const summary = dialog.locator('summary', { hasText: 'Advanced' })
  await expect(summary).toContainText('How the secret is handed over, limits, DPoP')
  await openAdvanced(page)
  await dialog.getByLabel('Requires DPoP').check()
  await dialog.getByLabel('Networks').fill('203.0.113.0/24')
  await summary.click()
  await expect(dialog.getByLabel('Networks')).toBeHidden()
  for (const set of ['Requires DPoP', '1 network']) await expect(summary).toContainText(set)
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expectDialogGone(page)
  await page.getByRole('link', { name: 'Generate new key' }).click()
  await expect(summary).toContainText('How the secret is handed over, limits, DPoP')
})
