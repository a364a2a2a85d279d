import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, issueTokens, requestGrantUrl, signIn, type TestAccount, type TestPerson, test } from './fixtures.ts'

type Asked = Readonly<{ person?: string; account?: string; kind?: string; from?: string; to?: string }>

async function showActivity(page: Page, asked: Asked): Promise<void> {
  await page.goto(`/activity?${new URLSearchParams(asked)}`)
}

function events(page: Page) {
  return page.getByRole('table', { name: 'Events, newest first' }).locator('tbody').getByRole('row')
}

/** An agent who signs in from a known address and opens an account twice: from the launcher and through a program. */
async function openTwice(page: Page, agent: TestPerson, account: TestAccount, grantUrl: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': '198.51.100.77' })
  await signIn(page, agent, `/launch/${account.id}`)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
  await page.goto(grantUrl)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
}

test('Activity shows who did what, and from where', async ({ page, browser, world }) => {
  const account = await world.createAccount('Recorded Mill')
  const agent = await world.createPerson('agent', [account])
  const tokens = await issueTokens(await world.createKey(agent))
  const theirs = await (await browser.newContext()).newPage()
  await openTwice(theirs, agent, account, await requestGrantUrl(tokens, account))
  await theirs.context().close()

  await signIn(page, await world.createPerson('admin'))
  await showActivity(page, { person: agent.username })
  const told = (words: string) => events(page).filter({ hasText: words })
  await expect(told(`journeys (operator) added ${agent.name} as an agent`)).toContainText('CLI')
  await expect(told(`${agent.name} signed in`)).toContainText('198.51.100.77')
  await expect(told('opened the account Recorded Mill')).toHaveCount(2)
  await expect(told('opened the account Recorded Mill').first()).toContainText(account.id)
  await showActivity(page, { kind: 'api_key' })
  await expect(told(`generated the API key Key of ${agent.username}`)).toContainText(`for ${agent.name}`)
})

test('Activity is filtered by user, account, kind and days', async ({ page, world }) => {
  const account = await world.createAccount('Filtered Mill')
  const agent = await world.createPerson('agent', [account])
  await signIn(page, await world.createPerson('admin'), '/activity')
  const filter = page.getByRole('form', { name: 'Filter' })
  const show = async () => filter.getByRole('button', { name: 'Apply' }).click()

  await filter.getByLabel('User').fill(agent.email)
  await show()
  await expect(page).toHaveURL(/person=/)
  await expect(events(page)).toHaveCount(1)
  await expect(filter.getByLabel('User')).toHaveValue(agent.username)
  await filter.getByLabel('Event').selectOption({ label: 'API keys' })
  await show()
  await expect(page.getByText('No matching events')).toBeVisible()

  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/activity')
  await expect(filter.getByLabel('User')).toHaveValue('')
  await filter.getByLabel('Account ID').fill(account.id)
  const today = new Date().toISOString().slice(0, 10)
  await filter.getByLabel('From date').fill(today)
  await filter.getByLabel('To date').fill(today)
  await show()
  await expect(events(page)).toHaveCount(1)
  await expect(events(page)).toContainText('added the account Filtered Mill')
  await filter.getByLabel('From date').fill('2020-01-01')
  await filter.getByLabel('To date').fill('2020-01-31')
  await show()
  await expect(page.getByText('No matching events')).toBeVisible()

  await filter.getByLabel('User').fill('nobody by this name')
  await show()
  await expect(page.getByText('No user matches “nobody by this name”.')).toBeVisible()
})

test('an invalid filter value is named, and the others still apply', async ({ page, world }) => {
  const account = await world.createAccount('Misfiltered Mill')
  const good = `account=${account.id}`
  await signIn(
    page,
    await world.createPerson('admin'),
    `/activity?${good}&from=yesterday&kind=odd&person=no-one-at-all`,
  )
  await expect(page.getByText('Enter a valid date.')).toBeVisible()
  await expect(page.getByText('There’s no event type “odd”.')).toBeVisible()
  await expect(page.getByText('No user matches “no-one-at-all”.')).toBeVisible()
  await expect(events(page)).toHaveCount(1)
  await expect(events(page)).toContainText('added the account Misfiltered Mill')
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', `/activity/export?${good}`)
})

test('Activity pages lead to older events and back', async ({ page, world }) => {
  const accounts = await Promise.all(Array.from({ length: 51 }, (_, index) => world.createAccount(`Paged ${index}`)))
  await signIn(page, await world.createPerson('admin'), '/activity?kind=account.created')
  expect(accounts).toHaveLength(51)
  await expect(events(page)).toHaveCount(50)
  const newest = await events(page).first().textContent()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(events(page).first()).not.toHaveText(newest ?? '')
  await expect(page).toHaveURL(/kind=account\.created/)
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(events(page)).toHaveCount(50)
})

test('the export contains the filtered events, and no cell is a formula', async ({ page, world }) => {
  const account = await world.createAccount('=HYPERLINK("https://evil.example","Mill"); @SUM(1)')
  await signIn(page, await world.createPerson('admin'))
  await showActivity(page, { account: account.id })
  await expect(events(page)).toContainText(account.name)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^latchkey-activity-\d{4}-\d\d-\d\d\.csv$/)
  const rows: string[][] = parse(await readFile(await download.path(), 'utf8'), { bom: true })
  const [header, row] = rows
  expect(rows).toHaveLength(2)
  expect(row?.[header?.indexOf('account_id') ?? -1]).toBe(account.id)
  expect(row?.[header?.indexOf('subject_name') ?? -1]).toBe(`'=HYPERLINK("https://evil.example","Mill"); '@SUM(1)`)
  for (const cell of row ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test('an agent can’t open Activity', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, agent, '/activity')
  await expect(page.getByText(/role doesn’t/i)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  const answer = await page.request.get('/activity/export')
  expect(answer.status()).toBe(403)
  expect(await answer.text()).not.toContain('actor_kind')
})
