import { randomBase62 } from '#lib/kernel/crypto.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { findViolations } from './axe.ts'
import { complete } from './complete.ts'
import { expect, expectDialogGone, signIn, test } from './fixtures.ts'

test('a group is filled by ID and rule, given to an agent, and taken', async ({ page, browser, world }) => {
  const [first, second] = [await world.createAccount('Elm Foundry'), await world.createAccount('Fir Foundry')]
  const agent = await world.createPerson('agent')
  const name = `Foundries ${randomBase62(6)}`
  await signIn(page, await world.createPerson('admin'), '/manage/accounts')
  await page.getByRole('link', { name: /^Groups \d/ }).click()
  await page.getByRole('link', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add group' }).click()
  await expect(dialog.getByText('Fill in this field.')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add group' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('No accounts in this group')).toBeVisible()

  await page.getByRole('link', { name: 'Add accounts' }).click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog.getByRole('combobox', { name: 'Account IDs' })).toBeFocused()
  await dialog.getByRole('combobox', { name: 'Account IDs' }).fill(first.id)
  await page.getByRole('option', { name: first.name }).click()
  await dialog.getByRole('combobox', { name: 'Account IDs' }).fill('no-such-account')
  await dialog.getByRole('button', { name: 'Add accounts' }).click()
  await expect(dialog.getByText('1 account added')).toBeVisible()
  await expect(dialog.getByText('Line 2: no-such-account')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Add rule' }).click()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog.getByText('Fill in at least one field.')).toBeVisible()
  await dialog.getByLabel('Account ID starts with').fill(second.id)
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expectDialogGone(page)
  await expect(page.getByRole('row', { name: /Fir Foundry/ })).toContainText('By rule')
  await expect(page.getByRole('row', { name: /Elm Foundry/ })).toContainText('Chosen')

  await page.getByRole('link', { name: 'Give to user' }).click()
  await dialog.getByLabel('Username or email').fill('no-such-user')
  await dialog.getByRole('button', { name: 'Give group' }).click()
  await expect(dialog.getByText('No user has this username or email address.')).toBeVisible()
  await dialog.getByLabel('Username or email').fill(agent.username)
  await dialog.getByRole('button', { name: 'Give group' }).click()
  await expectDialogGone(page)
  await expect(page.getByRole('link', { name: agent.name, exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto('/sign-in')
  await signIn(theirs, agent, `/launch/${first.id}`)
  await expect(theirs).toHaveURL(`/accounts/${first.id}`)
  await theirs.goto(`/launch/${second.id}`)
  await expect(theirs).toHaveURL(`/accounts/${second.id}`)

  await page.getByRole('checkbox', { name: 'Select Elm Foundry' }).check()
  await page.getByRole('button', { name: 'Remove from group' }).click()
  await dialog.getByRole('button', { name: 'Remove from group' }).click()
  await expect(page.getByText('1 account removed from the group').filter({ visible: true })).toBeVisible()
  await theirs.goto(`/accounts/${first.id}`)
  await expect(theirs.getByText('Elm Foundry')).toBeHidden()
  await theirs.goto(`/accounts/${second.id}`)
  await expect(theirs.getByText('Fir Foundry').first()).toBeVisible()
  await theirs.context().close()
})

test(
  'all accounts that a search finds are added to a group, which then filters the list',
  complete,
  async ({ page, world }) => {
    const word = `grove${randomBase62(6).toLowerCase()}`
    for (const tree of ['Ash', 'Birch', 'Cedar']) await world.createAccount(`${tree} ${word}`)
    const groupId = await makeGroup(world.services, [], `Grove ${word}`)
    await signIn(page, await world.createPerson('owner'), `/manage/accounts?q=${word}`)
    await page.getByRole('checkbox', { name: `Select Ash ${word}` }).check()
    await page.getByRole('button', { name: 'Add to group' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add to group' }).click()
    await expect(dialog.getByText('Choose a group.')).toBeVisible()
    await dialog.getByLabel('Group', { exact: true }).selectOption(`Grove ${word}`)
    await dialog.getByLabel('All 3 matching accounts').check()
    await dialog.getByRole('button', { name: 'Add to group' }).click()
    await expect(page.getByText('3 accounts added to the group').filter({ visible: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 selected')).toBeHidden()
    await expect(page.getByRole('row', { name: /Birch/ }).getByRole('link', { name: `Grove ${word}` })).toBeVisible()

    await page.goto(`/manage/accounts?group=${groupId}`)
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('link', { name: `Cedar ${word}`, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Cedar ${word}` })).toBeVisible()
    await expect(page.getByRole('link', { name: `Grove ${word}` })).toBeVisible()
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a group is filled by file and from the list, and given and taken', complete, async ({ page, world }) => {
    const word = `quarry${randomBase62(6).toLowerCase()}`
    const first = await world.createAccount(`North ${word}`)
    await world.createAccount(`South ${word}`)
    const name = `Quarries ${word}`
    const agent = await world.createPerson('agent', [first])
    const admin = await world.createPerson('admin')
    const path = '/manage/accounts/groups?dialog=add'
    await page.goto('/sign-in')
    await page.getByLabel('Email or username').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.goto(path)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Add group' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    await page.getByRole('link', { name: 'Add accounts' }).click()
    const file = (content: string) => ({ name: 'ids.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByLabel('CSV file').setInputFiles(file('name\nNorth'))
    await page.getByRole('button', { name: 'Add accounts' }).click()
    await expect(page.getByText('The first line must name the columns, including “id”.')).toBeVisible()
    await page.getByLabel('CSV file').setInputFiles(file(`id\n${first.id}\n`))
    await page.getByRole('button', { name: 'Add accounts' }).click()
    await expect(page.getByText('1 account added')).toBeVisible()
    await page.getByRole('link', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: /North/ })).toContainText('Chosen')

    await world.outdateConfirmation(admin)
    await page.goto(`/manage/accounts?q=${word}`)
    await page.getByRole('checkbox', { name: `Select South ${word}` }).check()
    await page.getByRole('button', { name: 'Add to group' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password', { exact: true }).fill(admin.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByLabel('Group', { exact: true }).selectOption(name)
    await dialog.getByRole('button', { name: 'Add to group' }).click()
    await expect(page.getByText('1 account added to the group')).toBeVisible()

    await page.goto(`/users-and-access/users/${agent.id}/accounts`)
    await page.getByLabel(name).check()
    await page.getByRole('button', { name: 'Save groups' }).click()
    await expect(page.getByText('1 group given, none taken.')).toBeVisible()
    await expect(page.getByText(`can open the accounts of 1 group and 1 other account`)).toBeVisible()
    await page.getByLabel(name).uncheck()
    await page.getByRole('button', { name: 'Save groups' }).click()
    await expect(page.getByText('No groups given, 1 taken.')).toBeVisible()
  })
})
