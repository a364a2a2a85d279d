import { expect, ownKeyYourself, postForm, requestGrantUrl, signIn, test } from './fixtures.ts'

test('a key is limited to a return address and to calls per minute, and its page says so', async ({ page, world }) => {
  const account = await world.createAccount('Limited')
  await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=add-return-address')
  const origin = `https://shop-${Date.now()}.example`
  await page.getByRole('dialog').getByLabel('Origin').fill(origin)
  await page.getByRole('button', { name: 'Add return address' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/users-and-access?dialog=generate-key')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Limited shop')
  await ownKeyYourself(page)
  await dialog.getByText('Limit accounts, networks, or return addresses').click()
  const field = dialog.getByLabel('Return addresses', { exact: true })
  await field.fill('https://elsewhere.example')
  await field.press('Enter')
  await expect(dialog.getByText('This isn’t a registered return address: https://elsewhere.example')).toBeVisible()
  await field.press('Backspace')
  await field.fill(origin)
  await field.press('Enter')
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  await expect(dialog.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
  const text = (await dialog.textContent()) ?? ''
  const key = { keyId: /lkid_\w{20}/.exec(text)?.[0] ?? '', secret: /lksec_\w{49}/.exec(text)?.[0] ?? '' }

  await page.goto(`/users-and-access/keys/${key.keyId}`)
  await expect(page.getByText(origin)).toBeVisible()
  await expect(page.getByText('No limit')).toBeVisible()
  await page.getByRole('link', { name: 'Change limit' }).click()
  await dialog.getByText('Enforce', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect(dialog.getByText('Enter calls per minute, per day, or both.')).toBeVisible()
  await dialog.getByLabel('Calls per minute').fill('2')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 per minute')).toBeVisible()
  await expect(page.getByText('enforced')).toBeVisible()

  const token = () =>
    postForm('/auth/v1/token', { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret })
  const tokens = await (await token()).json()
  expect(await requestGrantUrl(tokens, account, { backUrl: `${origin}/` })).toContain('/sso?token=')
  // Repeated, because a new minute may have begun.
  await expect.poll(async () => (await token()).status).toBe(429)
})
