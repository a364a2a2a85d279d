import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { complete } from './complete.ts'
import { expect, signIn, type TestAccount, type TestPerson, test } from './fixtures.ts'

const accessible = { runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] } }

async function requestFromLauncher(page: Page, agent: TestPerson, account: TestAccount): Promise<void> {
  await signIn(page, agent, `/?q=${account.id}`)
  await page.getByRole('link', { name: 'Request access' }).click()
  await expect(page.getByLabel('Account ID')).toHaveValue(account.id)
  await page.getByLabel('Reason').fill('They called support twice.')
  await page.getByRole('button', { name: 'Request access' }).click()
  await expect(page.getByText(`Request sent for ${account.id}`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: account.id })).toContainText('Pending')
}

test('an agent requests access, a manager approves it, and the agent opens the account', async ({
  page,
  browser,
  world,
}) => {
  const account = await world.createAccount('Quartz Foundry')
  const agent = await world.createPerson('agent')
  await requestFromLauncher(page, agent, account)
  expect(await findViolations(page, accessible)).toEqual([])
  await page.goto('/?q=no-such-account')
  await expect(page.getByRole('link', { name: 'Request access' })).toBeVisible()

  const managerPage = await (await browser.newContext()).newPage()
  await signIn(managerPage, await world.createPerson('admin'), '/users-and-access')
  await managerPage.getByRole('link', { name: /^Access requests/ }).click()
  await managerPage.getByRole('link', { name: `Approve ${agent.name} for ${account.id}` }).click()
  const dialog = managerPage.getByRole('dialog', { name: `Give ${agent.name} access to Quartz Foundry?` })
  await expect(dialog).toBeVisible()
  expect(await findViolations(managerPage, accessible)).toEqual([])
  await dialog.getByLabel('Note').fill('Until Friday')
  await dialog.getByRole('button', { name: 'Approve request' }).click()
  await expect(dialog).toHaveCount(0)
  const decided = managerPage.getByRole('table', { name: 'Decided' }).getByRole('row').filter({ hasText: agent.name })
  await expect(decided).toContainText('Approved')

  await page.goto('/access-requests')
  await expect(page.getByRole('row').filter({ hasText: account.id })).toContainText('Until Friday')
  await page.getByRole('link', { name: `Open account ${account.id}` }).click()
  await page.getByRole('link', { name: 'Open account Quartz Foundry' }).click()
  await expect(page).toHaveURL(`/accounts/${account.id}`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an agent requests access, and a manager declines it', complete, async ({ page, browser, world }) => {
    const account = await world.createAccount('Slate Foundry')
    const agent = await world.createPerson('agent')
    await requestFromLauncher(page, agent, account)
    await page.goto(`/access-requests?account=a%2Fb`)
    await page.getByRole('button', { name: 'Request access' }).click()
    await expect(page.getByText('Use letters, digits, dots')).toBeVisible()
    await expect(page.getByText('Enter a reason.')).toBeVisible()

    const managerPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await signIn(managerPage, await world.createPerson('owner'), '/users-and-access/requests')
    await managerPage.getByRole('link', { name: `Decline ${agent.name} for ${account.id}` }).click()
    await managerPage.getByLabel('Note').fill('Ask again next week')
    await managerPage.getByRole('button', { name: 'Decline request' }).click()
    await expect(managerPage).toHaveURL('/users-and-access/requests')
    await page.goto('/access-requests')
    await expect(page.getByRole('row').filter({ hasText: account.id })).toContainText('Declined')
    await expect(page.getByRole('row').filter({ hasText: account.id })).toContainText('Ask again next week')
  })
})
