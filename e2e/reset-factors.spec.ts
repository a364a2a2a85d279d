import { findViolations } from './axe.ts'
import { addAppTo, codeOf } from './factors.ts'
import { chooseInMenu, expect, expectDialogGone, signIn, test } from './fixtures.ts'

const short = 'fig 7 ja'

test('a user with a short password loses the phone, a manager resets the factor, and the next sign-in sets up another', async ({
  page,
  browser,
  world,
}) => {
  const [agent, admin] = [await world.createPerson('agent'), await world.createPerson('admin')]
  const { secret } = await addAppTo(world, agent)
  const theirs = await (await browser.newContext()).newPage()
  const enterPassword = async (password: string) => {
    await theirs.goto('/sign-in')
    await theirs.getByLabel('Email or username').fill(agent.email)
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await enterPassword(agent.password)
  await theirs.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs).toHaveURL('/')

  await theirs.goto('/your-account?dialog=password')
  const dialog = theirs.getByRole('dialog')
  await expect(dialog).toContainText('Use at least 8 characters.')
  await dialog.getByLabel('Current password', { exact: true }).fill(agent.password)
  await dialog.getByLabel('New password', { exact: true }).fill(short)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toContainText('Your password was changed.')
  await theirs.goto('/your-account?dialog=remove-app')
  await expect(dialog).toContainText('your password is too short without it')
  await dialog.getByRole('button', { name: 'Remove app' }).click()
  await expect(dialog).toContainText('Change it to one of at least 15 characters first.')

  await signIn(page, admin, `/users-and-access/users?q=${agent.username}`)
  const row = page.getByRole('row').filter({ hasText: agent.username })
  await expect(row).toContainText('With a second factor')
  await row.getByRole('link', { name: agent.name, exact: true }).click()
  // The list has a menu of that name, too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(agent.name)
  await page.getByRole('button', { name: `Actions for ${agent.name}` }).click()
  await expect(page.locator(':popover-open').getByRole('link', { name: 'Reset second factor' })).toBeVisible()
  await page.goBack()
  await world.outdateConfirmation(admin)
  await chooseInMenu(page, agent.name, 'Reset second factor')
  const reset = page.getByRole('dialog')
  await reset.getByLabel('Your password', { exact: true }).fill(admin.password)
  await reset.getByRole('button', { name: 'Continue' }).click()
  await expect(reset.getByRole('heading')).toHaveText(`Reset the second factor of ${agent.name}?`)
  await expect(reset).toContainText('must set up a new second factor immediately')
  expect(await findViolations(page)).toEqual([])
  await reset.getByRole('button', { name: 'Reset second factor' }).click()
  await expectDialogGone(page)
  await expect(row).not.toContainText('With a second factor')
  await page.getByRole('button', { name: `Actions for ${agent.name}` }).click()
  await expect(page.locator(':popover-open').getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await expect(page.locator(':popover-open').getByRole('link', { name: 'Reset second factor' })).toHaveCount(0)

  await theirs.goto('/')
  await expect(theirs).toHaveURL(/\/sign-in/)
  await enterPassword(short)
  await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  const key = (await theirs.locator('.lk-key').textContent()) ?? ''
  await theirs.getByLabel('Six-digit code that the app shows').fill(codeOf(key, 0))
  await theirs.getByRole('button', { name: 'Confirm code' }).click()
  await theirs.getByRole('link', { name: 'I’ve saved them. Continue' }).click()
  await expect(theirs).toHaveURL('/')
  await theirs.context().close()
})

test('the reset is offered for others whom one may manage, and its URL opens nothing else', async ({ page, world }) => {
  const [admin, owner] = [await world.createPerson('admin'), await world.createPerson('owner')]
  for (const person of [admin, owner]) await addAppTo(world, person)
  const agent = await world.createPerson('agent')
  const peer = await world.createPerson('admin')
  await signIn(page, peer)
  await addAppTo(world, peer)
  for (const { id } of [admin, owner, agent, peer]) {
    await page.goto(`/users-and-access?dialog=reset-factors&of=${id}`)
    await expect(page.getByRole('dialog', { name: 'You can’t change this anymore' })).toBeVisible()
  }
})
