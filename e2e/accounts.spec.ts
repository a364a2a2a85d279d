import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { complete } from './complete.ts'
import { chooseInMenu, expect, issueTokens, postForm, signIn, test } from './fixtures.ts'

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

async function checkFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = Buffer.from(content)
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: 'Check file' }).click()
}

/**
 * A fast import ends before the page asks for its progress. Until the returned function is called, the import waits and
 * its progress is half of 3,000 rows.
 */
async function holdImport(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const progressUrl = '**/manage/accounts/import/*/progress'
  await page.route(progressUrl, (route) => route.fulfill({ json: { done: 1_500, state: 'running' } }))
  await page.route('**/manage/accounts/import/*', async (route) => {
    if (route.request().method() === 'POST') await promise
    await route.continue()
  })
  return async () => {
    await page.unroute(progressUrl)
    resolve()
  }
}

test('an account is added and edited, with errors beside their fields', async ({ page, world }) => {
  const existing = await world.createAccount('Old Forge')
  const id = `forge-${Date.now()}`
  await signIn(page, await world.createPerson('admin'), '/manage/accounts')
  await page.getByRole('link', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Account ID').fill(existing.id)
  await dialog.getByLabel('Name').fill('New Forge')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByText('Another account already has this ID.')).toBeVisible()
  await expect(dialog.getByLabel('Account ID')).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue('New Forge')
  await dialog.getByLabel('Account ID').fill(id)
  await dialog.getByLabel('Landing path').fill('/accounts/another/orders')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByText('“/accounts/another/orders” isn’t a landing path of this account')).toBeVisible()
  await dialog.getByLabel('Landing path').fill(`/accounts/${id}/orders`)
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, id)).toContainText('New Forge')
  await expect(page.getByRole('status').filter({ hasText: '“New Forge” was added.' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')

  // Accounts that other journeys import meanwhile may move it to another page.
  await page.getByRole('searchbox').fill(id)
  await expect(page).toHaveURL(`/manage/accounts?q=${id}`)
  await chooseInMenu(page, 'New Forge', 'Edit')
  await dialog.getByLabel('Name').fill('Newer Forge')
  await dialog.getByLabel('Locale').fill('de-at')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, id)).toContainText('Newer Forge')
  await page.goto(`/launch/${id}`)
  await expect(page).toHaveURL(`/accounts/${id}/orders`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-AT')
})

test('suspending an account ends its sessions at once, and resuming lets users open it again', async ({
  page,
  browser,
  world,
}) => {
  const account = await world.createAccount('Harbour Loom')
  const agent = await world.createPerson('agent', [account])
  const tokens = await issueTokens(await world.createKey(agent))
  const headers = { Authorization: `Bearer ${tokens.accessToken}` }
  const requestGrant = () => postForm('/auth/v1/sso', { accountId: account.id }, headers)
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, agent, `/launch/${account.id}`)
  await expect(theirs).toHaveURL(`/accounts/${account.id}`)

  await signIn(page, await world.createPerson('admin'), `/manage/accounts?q=${account.id}`)
  await chooseInMenu(page, 'Harbour Loom', 'Suspend')
  await expect(page.getByRole('dialog')).toContainText('It’s open in one session')
  await page.getByRole('button', { name: 'Suspend account' }).click()
  await expect(rowOf(page, account.id)).toContainText('Suspended')
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('You can no longer use this account')
  await theirs.goto('/')
  await expect(theirs.getByText('You don’t have access to any accounts yet')).toBeVisible()
  expect((await requestGrant()).status).toBe(403)

  await chooseInMenu(page, 'Harbour Loom', 'Resume')
  await expect(rowOf(page, account.id)).toContainText('Active')
  expect((await requestGrant()).status).toBe(200)
  await theirs.reload()
  await theirs.getByRole('link', { name: 'Switch to Harbour Loom' }).first().click()
  await expect(theirs).toHaveURL(`/accounts/${account.id}`)
  await theirs.context().close()
})

test('an import previews bad rows with line and reason, and skips them', async ({ page, world }) => {
  const id = `loom-${Date.now()}`
  const good = Array.from({ length: 3_000 }, (_, index) => `${id}-${index},Loom ${index},en-gb`)
  const bad = [`${id}-0,Again,en-gb`, `${id}/x,Slash,en-gb`, `${id}-y,Wrong,english`, `${id}-z,Too many,en-gb,x`]
  await signIn(page, await world.createPerson('admin'), '/manage/accounts')
  await page.getByRole('link', { name: 'Import CSV file' }).click()
  await checkFile(page, 'looms.csv', ['id,name,locale', ...good, ...bad].join('\r\n'))

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import looms.csv')
  await expect(rowOf(page, 'Line 3,002')).toContainText('Line 2 already has this ID.')
  await expect(rowOf(page, 'Line 3,003')).toContainText(`“${id}/x” isn’t an account ID`)
  await expect(rowOf(page, 'Line 3,004')).toContainText('“english” isn’t a locale')
  await expect(rowOf(page, 'Line 3,005')).toContainText('more cells')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download rows with errors' }).click()
  expect((await download).suggestedFilename()).toBe('rejected-rows.csv')
  const begin = await holdImport(page)
  await page.getByRole('button', { name: 'Import 3,000 valid rows' }).click()
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toHaveAttribute('value', '1500')
  await begin()
  await expect(page.getByText('3,000 accounts imported')).toBeVisible()
  await expect(page.getByText('4 rows were left out.')).toBeVisible()

  await page.getByRole('link', { name: 'Go to accounts' }).click()
  await page.getByRole('searchbox').fill(`${id}-2999`)
  await expect(rowOf(page, `${id}-2999`)).toContainText('Loom 2999')
})

test('an import of another kind of file is refused with what to do', complete, async ({ page, world }) => {
  await signIn(page, await world.createPerson('admin'), '/manage/accounts/import')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Choose a file.')).toBeVisible()
  for (const [name, content, words] of [
    ['accounts.xlsx', Buffer.from('504b030414000600', 'hex'), 'This is a spreadsheet.'],
    ['latin.csv', Buffer.from('id,name\nkoeln,K\xf6ln\n', 'latin1'), 'This file isn’t UTF-8 text.'],
    ['names.csv', 'name\nNobody\n', 'including “id” and “name”'],
    ['quotes.csv', 'id,name\na,"never closed\n', 'a quotation mark is missing or misplaced'],
    ['empty.csv', 'id,name\n', 'This file contains no accounts.'],
  ] as const) {
    await checkFile(page, name, content)
    await expect(page.getByRole('alert').filter({ hasText: words }), name).toBeVisible()
    await expect(page).toHaveURL('/manage/accounts/import')
  }
})

test('markup in a name is shown as text on every page', async ({ page, world }) => {
  const id = `markup-${Date.now()}`
  const name = `<img src=x onerror="window.hurt = 1"> & <b>${id}</b>`
  await signIn(page, await world.createPerson('owner'), '/manage/accounts/import')
  const cell = `"${name.replaceAll('"', '""')}"`
  await checkFile(page, '<i>names.csv', `id,name\n${id},${cell}\n${cell},Markup as an ID\n`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import <i>names.csv')
  await expect(rowOf(page, 'Line 3')).toContainText('<img src=x')
  await page.getByRole('button', { name: 'Import the valid row' }).click()
  await expect(page.getByText('One account imported')).toBeVisible()

  for (const path of [
    `/manage/accounts?q=${id}`,
    `/manage/accounts?q=${id}&dialog=edit&of=${id}`,
    `/?q=${id}`,
    `/launch/${id}`,
    `/activity?account=${id}`,
  ]) {
    await page.goto(path)
    await expect(page.getByText(name).first(), path).toBeVisible()
    await expect(page.locator('img[src="x"], main b'), path).toHaveCount(0)
    expect(await page.evaluate(() => 'hurt' in window), path).toBe(false)
  }
})

test('selected accounts of several searches are suspended together after a summary, and Undo resumes them', async ({
  page,
  browser,
  world,
}) => {
  const accounts = await Promise.all(['One', 'Two', 'Three'].map((name) => world.createAccount(`Batch ${name}`)))
  const [one, two, three] = accounts
  if (!one || !two || !three) throw new Error('three accounts')
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, await world.createPerson('agent', [one]), `/launch/${one.id}`)
  await expect(theirs).toHaveURL(`/accounts/${one.id}`)

  await signIn(page, await world.createPerson('admin'), `/manage/accounts?q=${one.id}`)
  await page.getByRole('checkbox', { name: 'Select Batch One' }).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('searchbox').fill(two.id)
  await expect(rowOf(page, one.id)).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all accounts on this page' }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('searchbox').fill(one.id)
  await expect(page.getByRole('checkbox', { name: 'Select Batch One' })).toBeChecked()
  await page.getByRole('form', { name: 'Selected accounts' }).getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend 2 accounts?' })
  await expect(dialog).toContainText('1 of them has open sessions, which end immediately.')
  await dialog.getByRole('button', { name: 'Suspend accounts' }).click()
  await expect(page.getByText('2 accounts suspended').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('2 selected')).toBeHidden()
  await expect(rowOf(page, one.id)).toContainText('Suspended')
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('You can no longer use this account')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, one.id)).toContainText('Active')
  await page.goto(`/manage/accounts?q=${two.id}`)
  await expect(rowOf(page, two.id)).toContainText('Active')
  await theirs.context().close()
})

test('accounts are sorted by column and filtered, and the heading says how', async ({ page, world }) => {
  await world.createAccount('Sorted Loom')
  await signIn(page, await world.createPerson('admin'), '/manage/accounts')
  const added = page.getByRole('columnheader', { name: 'Added' })
  await expect(added).toHaveAttribute('aria-sort', 'none')
  await added.getByRole('link').click()
  await expect(page).toHaveURL('/manage/accounts?sort=-created')
  await expect(added).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'none')
  await page.getByRole('button', { name: 'Last opened' }).click()
  await page.getByRole('link', { name: 'Never opened', exact: true }).click()
  await expect(page).toHaveURL('/manage/accounts?sort=-created&opened=never')
  await expect(rowOf(page, 'Sorted Loom')).toContainText('Never')
})

test('an account’s page says who opened it and who may, and ends a session at the next request', async ({
  page,
  browser,
  world,
}) => {
  const account = await world.createAccount('Paged Kiln')
  const agent = await world.createPerson('agent', [account])
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, agent, `/launch/${account.id}`)
  await expect(theirs).toHaveURL(`/accounts/${account.id}`)
  await signIn(page, await world.createPerson('admin'), `/manage/accounts?q=${account.id}`)
  await page.getByRole('link', { name: 'Paged Kiln', exact: true }).click()
  await expect(page).toHaveURL(`/manage/accounts/id/${account.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paged Kiln')
  const users = page.getByRole('region', { name: 'Who can open it' })
  await expect(users.getByRole('link', { name: agent.name })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const openings = page.getByRole('region', { name: 'Who opened this?' })
  await expect(openings).toContainText('Opened once by 1 person.')
  await expect(openings.getByRole('row').filter({ hasText: agent.name })).toContainText('Launcher')
  await openings.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(`/manage/accounts/id/${account.id}?opened=1d`)
  await openings.getByRole('link', { name: 'Show in Activity' }).click()
  await expect(page).toHaveURL(/account=.*&kind=sso_grant&period=1d/)
  await expect(page.getByText(`${agent.name} opened`).first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: `End the session of ${agent.name}` }).click()
  await expect(page.getByText('The account isn’t open right now.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This session has ended')

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed Kiln')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`/manage/accounts/id/${account.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed Kiln')
  await theirs.context().close()
})
