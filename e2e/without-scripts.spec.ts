import type { Locator, Page } from '@playwright/test'
import { complete } from './complete.ts'
import {
  chooseInMenu,
  expect,
  issueTokens,
  ownKeyYourself,
  postForm,
  product,
  requestGrantUrl,
  signIn,
  type TestPerson,
  test,
} from './fixtures.ts'

// Submits every form once, with scripts turned off.
test.use({ javaScriptEnabled: false })

const newPassword = 'nine slow herons cross north'

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

async function openUsers(page: Page, person: TestPerson): Promise<void> {
  await page.goto(`/users-and-access?q=${person.username}`)
}

test('the launcher finds, pins and opens', async ({ page, world }) => {
  const [kiln, mill] = [await world.createAccount('Quiet Kiln'), await world.createAccount('Quiet Mill')]
  await signIn(page, await world.createPerson('agent', [kiln, mill]))
  await page.getByRole('searchbox').fill('mill')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/?q=mill')
  await expect(page.getByRole('link', { name: 'Open account Quiet Kiln' })).toHaveCount(0)
  await press(page, 'Pin Quiet Mill')
  await expect(page.getByRole('button', { name: 'Unpin Quiet Mill' })).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await page.getByRole('button', { name: 'Unpin Quiet Mill' }).first().click()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Open account Quiet Kiln' }).click()
  await expect(page).toHaveURL(`/accounts/${kiln.id}`)
  await expect(page.getByRole('banner')).toContainText('Quiet Kiln')
})

test('an account is ended and returns to another origin', complete, async ({ page, world }) => {
  const backUrl = `${await world.allowReturnOrigin()}/case/9`
  const account = await world.createAccount('Quiet Yard')
  const tokens = await issueTokens(await world.createKey(await world.createPerson('agent', [account])))
  await page.goto(await requestGrantUrl(tokens, account, { backUrl }))
  await press(page, 'End and return')
  await expect(page).toHaveURL(backUrl)
})

test('theme, language and signing out are in the menu', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, agent, '/your-account')
  await page.getByRole('button', { name: agent.name }).click()
  await press(page, 'Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page).toHaveURL('/your-account')
  await page.getByRole('button', { name: agent.name }).click()
  await press(page, 'Deutsch')
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/)
  await page.getByRole('button', { name: agent.name }).click()
  await press(page, 'Abmelden')
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto('/your-account')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('one other session is ended, then all others after the password', complete, async ({ page, browser, world }) => {
  const agent = await world.createPerson('agent')
  const others = await Promise.all(
    [1, 2, 3].map(async () => {
      const other = await (await browser.newContext()).newPage()
      await signIn(other, agent)
      return other
    }),
  )
  await signIn(page, agent, '/your-account')
  const links = page.getByRole('link', { name: /^End session:/ })
  await links.first().click()
  await press(page, 'End session')
  await expect(links).toHaveCount(2)
  await world.outdateConfirmation(agent)
  await page.getByRole('link', { name: 'End all others' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(agent.password)
  await press(page, 'Continue')
  await expect(page.getByText('2 other browsers are signed out immediately.')).toBeVisible()
  await press(page, 'End all others')
  await expect(page.getByRole('link', { name: /End/ })).toHaveCount(0)
  for (const other of others) {
    await other.goto('/')
    await expect(other).toHaveURL(/\/sign-in/)
    await other.context().close()
  }
})

test(
  'a profile is saved, and an email address requested and approved, after the password',
  complete,
  async ({ page, world }) => {
    const agent = await world.createPerson('agent')
    await signIn(page, agent, '/your-account')
    await page.getByLabel('Name').fill('Quiet Robin')
    await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati')
    await press(page, 'Save')
    await expect(page.getByText('Your profile was saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Quiet Robin' })).toBeVisible()
    await world.outdateConfirmation(agent)
    await page.getByRole('region', { name: 'How you sign in' }).getByRole('link', { name: 'Change' }).click()
    await page.getByLabel('Your password', { exact: true }).fill(agent.password)
    await press(page, 'Continue')
    const email = `new-${agent.email}`
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('region', { name: 'How you sign in' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${email} is waiting for an owner or admin to approve it.`)).toBeVisible()
    await page.context().clearCookies()
    await signIn(page, await world.createPerson('owner'), `/users-and-access/users/${agent.id}`)
    await page.getByRole('link', { name: 'Approve', exact: true }).click()
    await press(page, 'Approve names')
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Approve', exact: true })).toHaveCount(0)
    await page.context().clearCookies()
    await signIn(page, { ...agent, email })
  },
)

test('a password is changed, after an error beside its field', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, agent, '/your-account?dialog=password')
  await page.getByLabel('Current password', { exact: true }).fill('not the password at all')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await press(page, 'Change password')
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Current password', { exact: true }).fill(agent.password)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await press(page, 'Change password')
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, { ...agent, password: newPassword })
})

test(
  'a user is added, sets a password with the link shown once, and gets access to accounts',
  complete,
  async ({ page, browser, world }) => {
    const [ticked, typed] = [await world.createAccount('Ticked Mill'), await world.createAccount('Typed Mill')]
    const username = `pia-${Date.now()}`
    await signIn(page, await world.createPerson('admin'), '/users-and-access')
    await page.getByRole('link', { name: 'Add user' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Pia Lindqvist')
    await page.getByLabel('Email', { exact: true }).fill('pia at example.com')
    await page.getByLabel('Username', { exact: true }).fill(username)
    await press(page, 'Add user')
    await expect(page.getByText('Enter a full email address, for example ada@example.com.')).toBeVisible()
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue(username)
    await page.getByLabel('Email', { exact: true }).fill(`${username}@example.com`)
    await press(page, 'Add user')
    const link = (await page.getByText(/\/set-password\?token=/).textContent()) ?? ''
    await page.getByRole('link', { name: 'Select accounts' }).click()

    await page.getByRole('searchbox').fill(ticked.id)
    await page.getByRole('searchbox').press('Enter')
    await page.getByLabel('Ticked Mill').check()
    await press(page, 'Save')
    await expect(page.getByText('1 account added, none removed.')).toBeVisible()
    await page.getByLabel('Account IDs').fill(typed.id)
    await press(page, 'Add accounts')
    await expect(page.getByText('1 account added, none removed.')).toBeVisible()
    await page.getByRole('link', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(link)

    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(link)
    await theirs.getByLabel('New password', { exact: true }).fill(newPassword)
    await press(theirs, 'Set password and sign in')
    await expect(theirs.getByRole('link', { name: 'Open account Ticked Mill' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Open account Typed Mill' })).toBeVisible()
    await theirs.context().close()
  },
)

test('a user is edited, gets a new link, is deactivated and reactivated', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, await world.createPerson('admin'))
  await openUsers(page, agent)
  await chooseInMenu(page, agent.name, 'Edit')
  await page.getByLabel('Name', { exact: true }).fill(`Kim ${agent.username}`)
  await page.getByLabel('All accounts').check()
  await press(page, 'Save')
  await expect(rowOf(page, `Kim ${agent.username}`)).toContainText('All accounts')

  const kim = `Kim ${agent.username}`
  await chooseInMenu(page, kim, 'New set-password link')
  await press(page, 'Create link')
  const link = (await page.getByText(/\/set-password\?token=/).textContent()) ?? ''
  expect(link).toContain(product.baseUrl)
  await page.getByRole('link', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(link)

  await openUsers(page, agent)
  await chooseInMenu(page, kim, 'Deactivate')
  await press(page, `Deactivate Kim ${agent.username}`)
  await expect(rowOf(page, agent.username)).toContainText('Deactivated')
  await chooseInMenu(page, kim, 'Reactivate')
  await press(page, `Reactivate Kim ${agent.username}`)
  await expect(rowOf(page, agent.username)).not.toContainText('Deactivated')
})

test('a return address is added and removed', complete, async ({ page, world }) => {
  const origin = `https://quiet-${Date.now()}.example.com`
  await signIn(page, await world.createPerson('owner'), '/users-and-access')
  await page.getByRole('link', { name: 'Add return address' }).click()
  await page.getByLabel('Origin').fill(origin)
  await press(page, 'Add return address')
  await expect(rowOf(page, origin)).toBeVisible()
  await page.getByRole('link', { name: `Remove ${origin}` }).click()
  await press(page, 'Remove return address')
  await expect(page.getByRole('heading', { name: 'Return addresses' })).toBeVisible()
  await expect(rowOf(page, origin)).toHaveCount(0)
})

test('a key is generated, shown once, disabled, enabled and revoked', complete, async ({ page, world }) => {
  const name = `Quiet sync ${Date.now()}`
  await signIn(page, await world.createPerson('owner'), '/users-and-access')
  await page.getByRole('link', { name: 'Generate new key' }).click()
  await ownKeyYourself(page)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await press(page, 'Generate key')
  const shown = (await page.getByRole('dialog').textContent()) ?? ''
  const clientId = /lkid_\w{20}/.exec(shown)?.[0] ?? ''
  const clientSecret = /lksec_\w{49}/.exec(shown)?.[0] ?? ''
  const ask = () => postForm('/auth/v1/token', { grantType: 'client_credentials', clientId, clientSecret })
  expect((await ask()).status).toBe(200)

  await press(page, 'Done')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByLabel('I have stored the secret').check()
  await press(page, 'Done')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.reload()
  expect(await page.content()).not.toContain(clientSecret)
  await page.goto('/users-and-access')
  await expect(rowOf(page, clientId)).toContainText('Active')

  await chooseInMenu(page, name, 'Disable')
  await press(page, 'Disable key')
  await expect(rowOf(page, clientId)).toContainText('Disabled')
  expect((await ask()).status).toBe(401)
  await chooseInMenu(page, name, 'Enable')
  await press(page, 'Enable key')
  await expect(rowOf(page, clientId)).toContainText('Active')
  expect((await ask()).status).toBe(200)

  await chooseInMenu(page, name, 'Revoke')
  await page.getByLabel(`Type ${name} to confirm`).fill('another name')
  await press(page, 'Revoke key')
  await expect(page.getByText(`Type the key’s name exactly: ${name}`)).toBeVisible()
  expect((await ask()).status).toBe(200)
  await page.getByLabel(`Type ${name} to confirm`).fill(name)
  await press(page, 'Revoke key')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await ask()).status).toBe(401)
})

test('selected users get and lose access together, after the password', complete, async ({ page, world }) => {
  const [account, agent] = [await world.createAccount('Quiet Dock'), await world.createPerson('agent')]
  const admin = await world.createPerson('admin')
  await signIn(page, admin, `/users-and-access/users?q=${agent.username}`)
  await page.getByRole('checkbox', { name: `Select ${agent.name}` }).check()
  await world.outdateConfirmation(admin)
  const bar = page.getByRole('form', { name: 'Selected users' })
  await bar.getByRole('button', { name: 'Give access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(admin.password)
  await press(page, 'Continue')
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await expect(dialog.getByText('Enter an account ID or select an account group.')).toBeVisible()
  await dialog.getByLabel('Account IDs').fill(account.id)
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByText('1 user got access')).toBeVisible()
  await expect(rowOf(page, agent.username)).toContainText('1 account')
  await page.getByRole('checkbox', { name: `Select ${agent.name}` }).check()
  await bar.getByRole('button', { name: 'Remove access' }).click()
  await dialog.getByLabel('All accounts and account groups').check()
  await dialog.getByRole('button', { name: 'Remove access' }).click()
  await expect(page.getByText('1 user lost access')).toBeVisible()
  await expect(rowOf(page, agent.username)).toContainText('No accounts')
})

test('an account is added, edited, suspended and resumed', complete, async ({ page, world }) => {
  const id = `quiet-${Date.now()}`
  await signIn(page, await world.createPerson('admin'), '/manage/accounts')
  await page.getByRole('link', { name: 'Add account' }).click()
  await page.getByLabel('Account ID', { exact: true }).fill(id)
  await page.getByLabel('Name', { exact: true }).fill('Quiet Forge')
  await page.getByLabel('Locale').fill('english')
  await press(page, 'Add account')
  await expect(page.getByText('“english” isn’t a locale')).toBeVisible()
  await expect(page.getByLabel('Account ID', { exact: true })).toHaveValue(id)
  await page.getByLabel('Locale').fill('en-gb')
  await press(page, 'Add account')
  await expect(rowOf(page, id)).toContainText('Quiet Forge')

  await chooseInMenu(page, 'Quiet Forge', 'Edit')
  await page.getByLabel('Name', { exact: true }).fill('Loud Forge')
  await press(page, 'Save')
  // With accounts of other journeys, its new name may be on another page.
  await page.goto(`/manage/accounts?q=${id}`)
  await chooseInMenu(page, 'Loud Forge', 'Suspend')
  await press(page, 'Suspend account')
  await expect(rowOf(page, id)).toContainText('Suspended')
  await chooseInMenu(page, 'Loud Forge', 'Resume')
  await expect(rowOf(page, id)).toContainText('Active')

  await page.getByRole('checkbox', { name: 'Select Loud Forge' }).check()
  await page.getByRole('form', { name: 'Selected accounts' }).getByRole('button', { name: 'Suspend' }).click()
  await press(page, 'Suspend account')
  await expect(page.getByText('1 account suspended')).toBeVisible()
  await expect(rowOf(page, id)).toContainText('Suspended')

  await page.goto(`/manage/accounts/id/${id}`)
  await press(page, 'Resume')
  await page.getByRole('link', { name: 'Suspend', exact: true }).click()
  await press(page, 'Suspend account')
  await expect(page).toHaveURL(`/manage/accounts/id/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loud Forge')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
})

test('accounts are imported from a file, and bad rows are skipped', complete, async ({ page, world }) => {
  const id = `import-${Date.now()}`
  await signIn(page, await world.createPerson('admin'), '/manage/accounts/import')
  await press(page, 'Check file')
  await expect(page.getByText('Choose a file.')).toBeVisible()
  const text = `id,name\n${id}-a,First Loom\n${id}-b,\n${id}-c,Third Loom\n`
  const file = { name: 'looms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await press(page, 'Check file')
  await expect(rowOf(page, `${id}-b`)).toContainText('Line 3')
  await expect(rowOf(page, `${id}-b`)).toContainText('The name is missing.')
  await press(page, 'Import 2 valid rows')
  await expect(page.getByText('2 accounts imported')).toBeVisible()
  await expect(page.getByText('One row was left out.')).toBeVisible()
  await page.goto(`/manage/accounts?q=${id}`)
  await expect(rowOf(page, 'Third Loom')).toBeVisible()
})

test('Activity is filtered', complete, async ({ page, world }) => {
  await world.createAccount('Quiet Record')
  await signIn(page, await world.createPerson('admin'), '/activity')
  await expect(page.getByRole('switch')).toHaveCount(0)
  const filters = page.getByRole('search', { name: 'Filter events' })
  const apply = async (label: string, choose: (form: Locator) => Promise<unknown>) => {
    await filters.getByRole('button', { name: label, exact: true }).click()
    const form = filters.getByRole('form', { name: label })
    await choose(form)
    await form.getByRole('button', { name: 'Apply' }).click()
  }
  await apply('Account', (form) => form.getByRole('combobox').fill('quiet record'))
  await apply('Event', (form) => form.getByLabel('Event').selectOption({ label: 'Accounts' }))
  await apply('Time', (form) => form.getByLabel('From date').fill('2020-01-31'))
  await expect(page).toHaveURL(/account=(acc-\w+)&kind=account&from=2020-01-31$/)
  const events = page.locator('main section > ol > li')
  await expect(events).toHaveCount(1)
  await expect(events).toContainText(/added the account QR\s*Quiet Record/)
  await events.locator('summary').click({ position: { x: 4, y: 4 } })
  await expect(events.getByText('account.created')).toBeVisible()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Name of this view').fill('Quiet')
  await press(page, 'Save view')
  await filters.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/activity$/)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('link', { name: 'Quiet', exact: true }).click()
  await expect(events).toHaveCount(1)
})
