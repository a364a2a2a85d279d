import type { Page } from '@playwright/test'
import { complete } from './complete.ts'
import { expect, signIn, type TestAccount, test, type World } from './fixtures.ts'

/** An agent who may open one of 60 accounts, more than fit on a page. */
async function prepare(world: World, page: Page) {
  const mark = `Pending${Date.now()}${Math.floor(Math.random() * 1_000)}`
  const accounts: TestAccount[] = []
  for (let index = 10; index < 70; index++) accounts.push(await world.createAccount(`${mark} ${index}`))
  const agent = await world.createPerson('agent', accounts.slice(0, 1))
  const path = `/users-and-access/users/${agent.id}/accounts`
  const owner = await world.createPerson('owner')
  await signIn(page, owner, path)
  const box = (index: number) => page.getByRole('checkbox', { name: `${mark} ${index}`, exact: true })
  const search = async (query: string) => {
    await page.getByRole('searchbox').fill(query)
    await expect(page).toHaveURL((url) => (url.searchParams.get('q') ?? '') === query)
  }
  return { mark, agent, owner, path, box, search }
}

test('unsaved choices survive search, paging, Back and a reload', async ({ page, world }) => {
  const { mark, agent, path, box, search } = await prepare(world, page)
  await search(`${mark} 10`)
  await box(10).uncheck()
  await search(`${mark} 42`)
  await box(42).check()
  await search(`${mark} 43`)
  await box(43).check()
  const status = page.getByText('2 added · 1 removed')
  await expect(status).toBeVisible()
  await search(`${mark} 42`)
  await expect(box(42)).toBeChecked()
  await expect(page.getByRole('row').filter({ hasText: `${mark} 42` })).toContainText('To add')

  await search('')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(status).toBeVisible()
  await page.goBack()
  await expect(status).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(status).toBeVisible()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 accounts added, 1 removed.')).toBeVisible()
  await expect(status).toHaveCount(0)
  await page.goto(`${path}?view=list`)
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(2)
  await expect(box(42)).toBeChecked()
  const { details } = await world.services.db
    .selectFrom('audit_events')
    .select('details')
    .where('subject_id', '=', agent.id)
    .where('kind', '=', 'user.updated')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(details)).toEqual({ addedAccounts: 2, removedAccounts: 1 })
})

test('leaving with unsaved choices needs confirmation, and Discard drops them', async ({ page, world }) => {
  const { mark, path, box, search } = await prepare(world, page)
  await search(`${mark} 42`)
  await box(42).check()
  await page.getByRole('link', { name: 'Done' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 added, 0 removed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog).toBeHidden()
  await expect(box(42)).toBeChecked()

  let asked = false
  page.once('dialog', async (unload) => {
    asked = unload.type() === 'beforeunload'
    await unload.dismiss()
  })
  await page.reload({ timeout: 2_000 }).catch(() => {})
  expect(asked).toBe(true)

  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(box(42)).not.toBeChecked()
  await expect(page.getByText(/added ·/)).toHaveCount(0)
  await box(42).check()
  await page.getByRole('link', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page).toHaveURL(/\/users-and-access(#users)?$/)
  await page.goto(`${path}?q=${mark}+42`)
  await expect(box(42)).not.toBeChecked()
})

test('two managers who choose at the same time don’t undo each other', async ({ page, browser, world }) => {
  const { mark, owner, path, box, search } = await prepare(world, page)
  await search(`${mark} 42`)
  await box(42).check()
  const other = await (await browser.newContext()).newPage()
  await signIn(other, owner, `${path}?q=${mark}+43`)
  await other.getByRole('checkbox', { name: `${mark} 43` }).check()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('1 account added, none removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 account added, none removed.')).toBeVisible()
  await page.goto(`${path}?view=list`)
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(3)
})

test('a password confirmation that expires keeps the chosen accounts', complete, async ({ page, world }) => {
  const { mark, owner, box, search, path } = await prepare(world, page)
  await world.outdateConfirmation(owner)
  await page.goto(path)
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)

  await search(`${mark} 42`)
  await box(42).check()
  await world.outdateConfirmation(owner)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Your password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('1 account added, none removed.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('accounts are chosen page by page, and the page says so', complete, async ({ page, world }) => {
    const { mark, owner, path, box } = await prepare(world, page)
    await world.outdateConfirmation(owner)
    await page.goto(path)
    await page.getByLabel('Your password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.goto(`${path}?q=${mark}+42`)
    await expect(page.getByText('Save before you search or turn the page.')).toBeVisible()
    await box(42).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('1 account added, none removed.')).toBeVisible()
    await expect(box(42)).toBeChecked()
  })
})
