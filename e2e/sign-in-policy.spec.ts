import type { Page } from '@playwright/test'
import { dayMs } from '#lib/kernel/clock.ts'
import { findViolations } from './axe.ts'
import { complete } from './complete.ts'
import { addAppTo, codeOf } from './factors.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, signIn, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

// An installation of its own: the policy is everyone's.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

let site: Installation
let owner: TestPerson
let agent: TestPerson

test.beforeAll(async () => {
  site = await install('localhost')
  owner = await site.world.createPerson('owner')
  agent = await site.world.createPerson('agent')
})

test.afterAll(async () => {
  await site?.remove()
})

const factor = (page: Page) => page.getByRole('region', { name: 'Second factor' })
const policy = (page: Page, name: string) => factor(page).getByRole('radio', { name })
const save = (page: Page) => factor(page).getByRole('button', { name: 'Save' }).click()

function signInHere(page: Page, person: TestPerson, path: string): Promise<void> {
  return signIn(page, person, `${site.baseUrl}/sign-in?next=${path}`)
}

/** Passes the confirmation of a user with an authenticator app. */
async function confirm(page: Page, code: string): Promise<void> {
  await factor(page).getByLabel('Your password', { exact: true }).fill(owner.password)
  await factor(page)
    .getByLabel(/^Code of your authenticator app/)
    .fill(code)
  await factor(page).getByRole('button', { name: 'Continue' }).click()
}

test('an owner without a second factor must add one before requiring it', async ({ page }) => {
  await signInHere(page, owner, '/')
  await page.goto(`${site.baseUrl}/overview`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Sign-in' }).click()
  await expect(page).toHaveTitle('Sign-in · Latchkey')
  await expect(policy(page, 'Offered')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await policy(page, 'Required for everyone').check()
  await save(page)
  await expect(policy(page, 'Required for everyone')).toHaveAttribute('aria-invalid', 'true')
  await expect(factor(page).getByRole('alert').first()).toContainText('A second factor is required')
  await expect(factor(page)).toContainText('You don’t have a second factor yourself.')
  expect(await findViolations(page)).toEqual([])
  await factor(page).getByRole('link', { name: 'Add a second factor' }).click()
  await expect(page).toHaveURL(/\/your-account$/)
  await page.goto(`${site.baseUrl}/settings/sign-in`)
  await expect(policy(page, 'Offered')).toBeChecked()
})

test('an owner with one requires it of everyone, and an agent sees until when to add it', async ({ page, browser }) => {
  await signInHere(page, owner, '/settings/sign-in')
  const { secret } = await addAppTo(site.world, owner)
  await site.world.outdateConfirmation(owner)
  await policy(page, 'Required for everyone').check()
  await save(page)
  await confirm(page, codeOf(secret))
  await expect(factor(page).getByRole('status')).toHaveText('Saved')
  await expect(policy(page, 'Required for everyone')).toBeChecked()
  await expect(factor(page)).toContainText('One user who needs one doesn’t have one yet.')
  await factor(page).getByRole('link', { name: 'Show all users without one' }).click()
  const users = page.getByRole('main')
  await expect(users.getByRole('search', { name: 'Filter users' })).toContainText('Second factor')
  await expect(users.getByRole('row').filter({ hasText: agent.username })).toBeVisible()
  await expect(users.getByRole('row').filter({ hasText: owner.username })).toHaveCount(0)
  await page.goto(`${site.baseUrl}/activity?kind=organization`)
  await expect(page.getByText('changed who needs a second factor: everyone')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  const today = Date.now()
  await signInHere(other, agent, '/')
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/London' })
  const dates = [today, Date.now()].map((now) => day.format(now + 7 * dayMs)).join('|')
  const sentence = new RegExp(`^Latchkey requires a second factor\\. Add one by (${dates})\\.$`)
  await expect(other.getByText(sentence)).toBeHidden()
  await other.getByRole('button', { name: new RegExp(`^${agent.name} ?, Second factor missing$`) }).click()
  await expect(other.getByText(sentence)).toBeVisible()
  expect(await findViolations(other)).toEqual([])
  await other.getByRole('link', { name: 'Your account' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await expect(other.getByText(sentence).filter({ visible: true })).toHaveCount(1)
  const { db } = site.world.services
  await db
    .updateTable('users')
    .set({ factor_grace_ends_at: Date.now() + 2 * dayMs })
    .where('id', '=', agent.id)
    .execute()
  await other.goto(site.baseUrl)
  await expect(other.locator('main').getByText('requires a second factor')).toBeVisible()
  await addAppTo(site.world, agent)
  await other.goto(site.baseUrl)
  await expect(other.getByRole('searchbox')).toBeVisible()
  await expect(other.getByText('requires a second factor')).toHaveCount(0)
  await other.context().close()
})

test('an admin sees the policy and can’t change it; an agent sees neither', complete, async ({ page, browser }) => {
  await signInHere(page, await site.world.createPerson('admin'), '/settings/sign-in')
  await expect(factor(page)).toContainText('Only owners can change this.')
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toHaveCount(0)
  const other = await (await browser.newContext()).newPage()
  await signInHere(other, await site.world.createPerson('agent'), '/')
  const response = await other.goto(`${site.baseUrl}/settings/sign-in`)
  expect(response?.status()).toBe(403)
  await other.context().close()
})

test('without scripts, the choice survives a confirmation and is saved', complete, async ({ browser, browserName }) => {
  test.skip(browserName === 'firefox', firefoxLacks.scriptlessContexts)
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const other = await site.world.createPerson('owner')
  await page.goto(`${site.baseUrl}/sign-in?next=/settings/sign-in`)
  await page.getByLabel('Email or username').fill(other.email)
  await page.getByLabel('Password', { exact: true }).fill(other.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await policy(page, 'Offered').check()
  await site.world.outdateConfirmation(other)
  await save(page)
  await page.getByLabel('Your password', { exact: true }).fill(other.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(factor(page)).toContainText('Saved')
  await expect(policy(page, 'Offered')).toBeChecked()
  await page.context().close()
})
