import { expect, expectDialogGone, signIn, test } from './fixtures.ts'

test('an agent is added, sets a password through the link, gets access to an account and opens it', async ({
  page,
  browser,
  world,
}) => {
  const account = await world.createAccount('Windmill & Sons')
  const username = `nia-${Date.now()}`
  await signIn(page, await world.createPerson('admin'), '/users-and-access')
  await page.getByRole('link', { name: 'Add user' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nia Okafor')
  await page.getByLabel('Email', { exact: true }).fill(`${username}@example.com`)
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByRole('button', { name: 'Add user' }).click()
  const link = (await page.getByText(/\/set-password\?token=/).textContent()) ?? ''

  const agentPage = await (await browser.newContext()).newPage()
  await agentPage.goto(link)
  await agentPage.getByLabel('New password', { exact: true }).fill('short')
  await agentPage.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(agentPage.getByText(/15/).first()).toBeVisible()
  await agentPage.getByLabel('New password', { exact: true }).fill('nine slow herons cross north')
  await agentPage.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(agentPage.getByText('You don’t have access to any accounts yet')).toBeVisible()

  await page.goto(`/users-and-access?q=${username}`)
  await page.getByRole('link', { name: 'Nia Okafor' }).click()
  await page.getByRole('link', { name: 'Select accounts' }).click()
  await page.getByLabel('Account ids').fill(account.id)
  await page.getByRole('button', { name: 'Add accounts' }).click()
  await expect(page.getByText(/1 account added/)).toBeVisible()

  await agentPage.reload()
  await agentPage
    .getByRole('link', { name: /Open account/ })
    .first()
    .click()
  await expect(agentPage).toHaveURL(`/accounts/${account.id}`)
  await expect(agentPage.getByRole('banner')).toContainText('Signed in as Nia Okafor')
})

test('a deactivated agent loses access at the next request, in open accounts too', async ({ page, browser, world }) => {
  const account = await world.createAccount('Harbour Works')
  const agent = await world.createPerson('agent', [account])
  const agentPage = await (await browser.newContext()).newPage()
  await signIn(agentPage, agent, `/launch/${account.id}`)
  await expect(agentPage).toHaveURL(`/accounts/${account.id}`)

  await signIn(page, await world.createPerson('admin'), `/users-and-access?q=${agent.username}`)
  await page.getByRole('button', { name: `Actions for ${agent.name}` }).click()
  await page.getByRole('link', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: `Deactivate ${agent.name}` }).click()
  await expect(page.getByRole('row').filter({ hasText: agent.username })).toContainText('Deactivated')

  await agentPage.reload()
  await expect(agentPage.getByRole('heading', { level: 1 })).not.toContainText('Harbour Works')
  await agentPage.goto('/')
  await expect(agentPage).toHaveURL(/\/sign-in/)
})

test('a return address is added and removed', async ({ page, world }) => {
  const origin = `https://app-${Date.now()}.example.com`
  await signIn(page, await world.createPerson('owner'), '/users-and-access')
  await page.getByRole('link', { name: 'Add return address' }).click()
  await page.getByLabel('Origin').fill(`${origin}/path`)
  await page.getByRole('button', { name: 'Add return address' }).click()
  await expect(
    page.getByText(`“${origin}/path” isn’t an origin. Remove everything after the host and port.`),
  ).toBeVisible()
  await page.getByLabel('Origin').fill(origin)
  await page.getByRole('button', { name: 'Add return address' }).click()
  const row = page.getByRole('row').filter({ hasText: origin })
  await expect(row).toBeVisible()
  await expectDialogGone(page)
  await row.getByRole('link', { name: /Remove/ }).click()
  await page.getByRole('button', { name: 'Remove return address' }).click()
  await expect(row).toBeHidden()
})
