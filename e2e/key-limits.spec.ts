import {
  chooseInMenu,
  expect,
  issueTokens,
  openAdvanced,
  ownKeyYourself,
  postForm,
  requestGrantUrl,
  signIn,
  test,
} from './fixtures.ts'

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
  await openAdvanced(page)
  const field = dialog.getByLabel('Return addresses', { exact: true }).filter({ visible: true })
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

test('a leaked key is limited to three accounts: what it has open elsewhere closes at once', async ({
  page,
  world,
  browser,
}) => {
  const accounts = await Promise.all(['First', 'Second', 'Third', 'Lost'].map((name) => world.createAccount(name)))
  const [first, second, third, lost] = accounts
  if (!first || !second || !third || !lost) throw new Error('four accounts were created')
  const owner = await world.createPerson('owner')
  const key = await world.createKey(owner, ['sso', 'introspect'])
  const tokens = await issueTokens(key)
  const customer = await (await browser.newContext()).newPage()
  await customer.goto(await requestGrantUrl(tokens, lost))
  await expect(customer.getByRole('heading', { name: 'Lost' })).toBeVisible()

  await signIn(page, owner, `/users-and-access/keys/${key.keyId}`)
  await chooseInMenu(page, `Key of ${owner.username}`, 'Limit access')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'See what stops' }).click()
  await expect(dialog.getByText('Remove something that the key should no longer be able to do.')).toBeVisible()
  const field = dialog.getByRole('combobox', { name: 'Accounts', exact: true })
  await field.fill([first, second, third].map(({ id }) => id).join(', '))
  await field.press('Enter')
  await dialog.getByLabel('Check tokens').uncheck()
  await dialog.getByRole('button', { name: 'See what stops' }).click()
  await expect(dialog.getByText('1 open account closes.')).toBeVisible()
  await expect(dialog.getByText('Loses: everything else.')).toBeVisible()
  expect((await issueTokens(key)).accessToken).toBeTruthy()
  await dialog.getByRole('button', { name: 'Limit key' }).click()
  await expect(dialog).toHaveCount(0)
  for (const { id } of [first, second, third]) await expect(page.getByText(id, { exact: true })).toBeVisible()
  await expect(page.getByText('Access of API key limited')).toBeVisible()

  await customer.reload()
  await expect(customer.getByRole('heading', { name: 'Lost' })).toHaveCount(0)
  const headers = { Authorization: `Bearer ${tokens.accessToken}` }
  expect((await postForm('/auth/v1/sso', { accountId: lost.id }, headers)).status).toBe(403)
  expect(await requestGrantUrl(tokens, third)).toContain('/sso?token=')

  await page.getByRole('link', { name: 'Limit access' }).click()
  await field.fill(lost.id)
  await field.press('Enter')
  await dialog.getByRole('button', { name: 'See what stops' }).click()
  await expect(dialog.getByText(`The key may not use this now: ${lost.id}. For wider access, generate`)).toBeVisible()
})
