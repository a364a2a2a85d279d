import { createUser } from '#lib/domain/people/users/create-user.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import { findViolations } from './axe.ts'
import { complete } from './complete.ts'
import { chooseInMenu, expect, expectDialogGone, signIn, test } from './fixtures.ts'

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

test('an owner adds a program with the role of an admin, which needs no email address and no accounts', async ({
  page,
  world,
}) => {
  const name = `Account sync ${Date.now()}`
  await signIn(page, await world.createPerson('owner'), '/users-and-access')
  await page.getByRole('link', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Service user (admin)')).toBeHidden()
  await dialog.getByRole('radio', { name: /^A program/ }).check()
  await expect(dialog.getByRole('radio', { name: /^Agent/ })).toBeHidden()
  await expect(dialog.getByRole('radio', { name: /^All accounts/ })).toBeVisible()
  await dialog.getByLabel('Service user (admin)').check()
  await expect(dialog.getByLabel('Email', { exact: true })).toBeHidden()
  await expect(dialog.getByRole('radio', { name: /^All accounts/ })).toBeHidden()
  await expect(dialog.getByLabel('Username', { exact: true })).toBeHidden()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/users-and-access?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Service user (admin)')
  await expect(row).toContainText('All accounts')
})

test('a deactivated agent loses access at the next request, in open accounts too', async ({ page, browser, world }) => {
  const account = await world.createAccount('Harbour Works')
  const agent = await world.createPerson('agent', [account])
  const agentPage = await (await browser.newContext()).newPage()
  await signIn(agentPage, agent, `/launch/${account.id}`)
  await expect(agentPage).toHaveURL(`/accounts/${account.id}`)

  await signIn(page, await world.createPerson('admin'), `/users-and-access?q=${agent.username}`)
  await chooseInMenu(page, agent.name, 'Deactivate')
  await page.getByRole('button', { name: `Deactivate ${agent.name}` }).click()
  await expect(page.getByRole('row').filter({ hasText: agent.username })).toContainText('Deactivated')

  await agentPage.reload()
  await expect(agentPage.getByRole('heading', { level: 1 })).not.toContainText('Harbour Works')
  await agentPage.goto('/')
  await expect(agentPage).toHaveURL(/\/sign-in/)
})

test(
  'the users who need attention come first, and 200 keys and 78 users fit on one page',
  complete,
  async ({ page, world }) => {
    const service = await world.createPerson('agent')
    const [idle] = await Promise.all(Array.from({ length: 78 }, () => world.createPerson('agent')))
    await Promise.all(Array.from({ length: 200 }, (_, index) => world.createKey(service, ['sso'], `Shelf ${index}`)))
    await world.services.db
      .updateTable('users')
      .set({ last_sign_in_at: null })
      .where('id', '=', idle?.id ?? '')
      .execute()
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, await world.createPerson('owner'), '/users-and-access')
    const users = page.getByRole('region', { name: 'Users', exact: true })
    await expect(users.getByRole('row').nth(1)).toContainText(/Never signed in|No second factor/)
    await expect(users.locator('tbody tr')).toHaveCount(5)
    await expect(page.locator('#api-keys tbody tr')).toHaveCount(20)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_500)
    await users.getByRole('link', { name: /^All [\d,]+ users$/ }).click()
    await expect(page).toHaveURL('/users-and-access/users')
    await expect(page.locator('tbody tr')).toHaveCount(50)
  },
)

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

test('users are filtered by role, state and access, and sorted by their last sign-in', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, await world.createPerson('admin'), `/users-and-access?q=${agent.username}`)
  const region = page.getByRole('region', { name: 'Users', exact: true })
  await region.getByRole('button', { name: 'Access', exact: true }).click()
  await region.getByRole('link', { name: 'No accounts', exact: true }).click()
  await expect(page).toHaveURL(`/users-and-access?q=${agent.username}&access=none`)
  await expect(region.getByRole('status')).toHaveText('1 user found')
  await region.getByRole('link', { name: '1 result in the full list' }).click()
  await expect(page).toHaveURL(`/users-and-access/users?q=${agent.username}&access=none`)
  const users = page.getByRole('main')
  const filters = users.getByRole('search', { name: 'Filter users' })
  await expect(users.getByRole('row').filter({ hasText: agent.username })).toBeVisible()
  const heading = users.getByRole('columnheader', { name: 'Last sign-in' })
  await heading.getByRole('link').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await page.goto(`/users-and-access/users?q=${agent.username}&role=owner`)
  await expect(users.getByText(`No users match “${agent.username}”`)).toBeVisible()
  await users.getByRole('link', { name: 'Clear filters' }).click()
  await expect(users.getByRole('row').filter({ hasText: agent.username })).toBeVisible()
  await expect(page).toHaveURL(`/users-and-access/users?q=${agent.username}#users`)
  await page.goto(`/users-and-access/users?q=${agent.username}&role=owner&status=never&order=-name`)
  await filters.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(`/users-and-access/users?q=${agent.username}&order=-name`)
  await expect(users.getByRole('row').filter({ hasText: agent.username })).toBeVisible()
})

test(
  'selected users get access and are deactivated together, without those who cannot change, and Undo restores them',
  complete,
  async ({ page, browser, world }) => {
    test.slow()
    const account = await world.createAccount('Tide Mill')
    const [one, two] = [await world.createPerson('agent'), await world.createPerson('agent')]
    const admin = await world.createPerson('admin')
    const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
    const select = async (user: { username: string; name: string }) => {
      await page.getByRole('searchbox', { name: 'Search by name, username, or email' }).fill(user.username)
      await page.getByRole('checkbox', { name: `Select ${user.name}` }).check()
    }
    const bar = page.getByRole('form', { name: 'Selected users' })
    await signIn(page, admin, '/users-and-access/users')
    for (const user of [admin, one, two]) await select(user)
    await expect(page.getByText('3 selected')).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    await world.outdateConfirmation(admin)
    await bar.getByRole('button', { name: 'Give access' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password', { exact: true }).fill(admin.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('heading', { name: 'Give 2 users access?' })).toBeVisible()
    await expect(dialog).toContainText('1 selected user is left out:')
    await expect(dialog).toContainText('Your own account. Change it from its row.')
    expect(await findViolations(page)).toEqual([])
    await dialog.getByLabel('Account IDs').fill(`${account.id}, no-such-account`)
    await dialog.getByLabel('Account IDs').press('Enter')
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await expect(dialog.getByText('No account has this ID: no-such-account')).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove no-such-account' }).click()
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await expect(page.getByText('2 users got access').first()).toBeVisible()
    await expect(rowOf(two.username)).toContainText('1 account')

    for (const user of [admin, one, two]) await select(user)
    const theirs = await (await browser.newContext()).newPage()
    await signIn(theirs, two, `/launch/${account.id}`)
    await expect(theirs).toHaveURL(`/accounts/${account.id}`)
    await bar.getByRole('button', { name: 'Deactivate' }).click()
    await dialog.getByRole('button', { name: 'Deactivate users' }).click()
    // The toast stays while it has the pointer.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await expect(rowOf(two.username)).toContainText('Deactivated')
    await expect(page.getByText('1 selected user is left out:')).toBeVisible()
    await theirs.goto('/')
    await expect(theirs).toHaveURL(/\/sign-in/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(two.username)).not.toContainText('Deactivated')
    await expect(page.getByText('1 selected user is left out:')).toHaveCount(0)
    await theirs.context().close()
  },
)

test('all users that a search finds are selected at once, beyond the page', complete, async ({ page, world }) => {
  const group = `flock${Date.now()}`
  await Promise.all(
    Array.from({ length: 52 }, (_, index) =>
      createUser(world.services, operator('journeys', 'req_journeys'), {
        username: `${group}-${index}`,
        name: `Bird ${index}`,
        email: `${group}-${index}@example.com`,
        role: 'agent',
      }),
    ),
  )
  // An address from before all users had their own page.
  await signIn(page, await world.createPerson('owner'), `/users-and-access?q=${group}&page=2`)
  await expect(page).toHaveURL(`/users-and-access/users?q=${group}&page=2`)
  await page.goto(`/users-and-access/users?q=${group}`)
  const users = page.getByRole('main')
  await users.getByRole('checkbox', { name: 'Select all users on this page' }).check()
  await expect(page.getByText('50 selected')).toBeVisible()
  await users.getByRole('checkbox', { name: 'All 52 results' }).check()
  await users.getByRole('form', { name: 'Selected users' }).getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('dialog', { name: 'Deactivate 52 users?' })
    .getByRole('button', { name: 'Deactivate users' })
    .click()
  await expect(page.getByText('52 users deactivated').filter({ visible: true })).toBeVisible()
  await page.goto(`/users-and-access/users?q=${group}&status=active`)
  await expect(users.getByText(`No users match “${group}”`)).toBeVisible()
})
