import { findViolations } from './axe.ts'
import { expect, signIn, signInByForm, test } from './fixtures.ts'

const instant = /\d:\d\d/

test('a language and a time zone chosen in the profile apply in another browser', async ({ page, browser, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, agent)
  await page.getByRole('button', { name: agent.name }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByLabel('Language').selectOption('Nederlands')
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Je profiel is opgeslagen.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', /^nl/)

  const other = await (await browser.newContext({ timezoneId: 'Europe/Vienna' })).newPage()
  await signInByForm(other, agent)
  await expect(other.locator('html')).toHaveAttribute('lang', /^nl/)
  await other.goto('/your-account')
  await expect(other.getByLabel('Tijdzone')).toHaveValue('Pacific/Kiritimati')
  await other.getByLabel('Taal').selectOption('')
  await other.getByRole('button', { name: 'Opslaan' }).click()
  await expect(other.getByText('Your profile was saved.')).toBeVisible()
  await other.context().close()
})

test('dates are in the time zone of the profile, in the portal and in an open account', async ({ browser, world }) => {
  const account = await world.createAccount('Zoned Kiln')
  const agent = await world.createPerson('agent', [account])
  const page = await (await browser.newContext({ timezoneId: 'Europe/Vienna' })).newPage()
  await signIn(page, agent, '/your-account')
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile was saved.')).toBeVisible()
  for (const path of ['/your-account', `/accounts/${account.id}`]) {
    if (path.startsWith('/accounts')) {
      await page.goto('/')
      await page.getByRole('link', { name: 'Open account Zoned Kiln' }).click()
      await expect(page).toHaveURL(path)
    } else await page.goto(path)
    const shown = page.locator('time').filter({ hasText: instant }).first()
    const at = new Date((await shown.getAttribute('datetime')) ?? '')
    const locale = (await page.locator('html').getAttribute('lang')) ?? ''
    const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Kiritimati' } as const
    await expect(shown).toHaveText(at.toLocaleString(locale, options))
  }
  await page.context().close()
})

test('a username of another user is refused beside its field, and the entries stay', async ({ page, world }) => {
  const [agent, other] = [await world.createPerson('agent'), await world.createPerson('agent')]
  await signIn(page, agent, '/your-account')
  await page.getByRole('region', { name: 'How you sign in' }).getByRole('link', { name: 'Change' }).click()
  await page.getByLabel('Username').fill(other.username.toUpperCase())
  await page.getByRole('region', { name: 'How you sign in' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Another user already has this.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(other.username.toUpperCase())
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('a new username waits for an owner, who sees it on the page of users and approves it', async ({
  page,
  browser,
  world,
}) => {
  const [agent, owner] = [await world.createPerson('agent'), await world.createPerson('owner')]
  const username = `new-${agent.username}`
  await signIn(page, agent, '/your-account')
  await page.getByRole('region', { name: 'How you sign in' }).getByRole('link', { name: 'Change' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('region', { name: 'How you sign in' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${username} is waiting for an owner or admin to approve it.`)).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  const managing = await (await browser.newContext()).newPage()
  await signIn(managing, owner, '/users-and-access')
  await managing.getByRole('listitem').getByRole('link', { name: agent.name }).click()
  await managing.getByRole('link', { name: 'Approve', exact: true }).click()
  await managing.getByRole('dialog').getByRole('button', { name: 'Approve names' }).click()
  await expect(managing.getByText(`${username}\u00a0· ${agent.email}`)).toBeVisible()
  await managing.context().close()

  await page.reload()
  await expect(page.getByText(username, { exact: true })).toBeVisible()
  await expect(page.getByText('Change requested')).toHaveCount(0)
})

test('a request for names is taken back', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, agent, '/your-account')
  await page.getByRole('region', { name: 'How you sign in' }).getByRole('link', { name: 'Change' }).click()
  await page.getByLabel('Username').fill(`new-${agent.username}`)
  await page.getByRole('region', { name: 'How you sign in' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('Change requested')).toHaveCount(0)
  await expect(page.getByText(agent.username, { exact: true })).toBeVisible()
})
