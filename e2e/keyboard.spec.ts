import type { Locator, Page } from '@playwright/test'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { complete, variations } from './complete.ts'
import { addAppTo, codeOf } from './factors.ts'
import { expect, openAdvanced, openBeforeScripts, signIn, test } from './fixtures.ts'
import { expectActive, expectFocusShown, tabTo } from './focus.ts'

async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('a user signs in and stores a new key by keyboard alone', complete, async ({ page, context, world }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const owner = await world.createPerson('owner')
  const account = await world.createAccount(`Keyboard Mill ${owner.username}`)
  await page.goto('/sign-in')
  await expect(page.getByLabel('Email or username')).toBeFocused()
  await page.keyboard.type(owner.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(account.name)
  await expect(page.getByRole('status').filter({ hasText: /^1 account$/ })).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expectFocusShown(page, 'on the account')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/accounts/${account.id}`)
  await activate(page, page.getByRole('button', { name: 'End and return' }))

  const menu = page.getByRole('button', { name: owner.name })
  await expect(menu).toBeVisible()
  // Above the list, which may be long.
  await tabTo(page, menu, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('link', { name: 'Users and access' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users and access')
  await activate(page, page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'API Keys' }))
  await tabTo(page, page.getByRole('link', { name: 'Generate new key' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expectFocusShown(page, 'in the dialog')
  const name = `By keyboard ${Date.now()}`
  await page.keyboard.type(name)
  await activate(page, dialog.getByRole('button', { name: 'Generate key' }))

  await expect(dialog.getByText('Copy the secret now')).toBeVisible()
  await expect(dialog.getByRole('heading')).toBeFocused()
  await activate(page, dialog.getByRole('button', { name: 'Copy Secret' }))
  await expect(dialog.getByText('Copied').filter({ visible: true }).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy Secret' })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^lksec_\w{49}$/)
  await tabTo(page, dialog.getByLabel('I have stored the secret'))
  await page.keyboard.press('Space')
  await activate(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('heading', { name: 'Waiting for the first call' })).toBeVisible()
})

test('a user enters a code of the second factor by keyboard alone', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  const { secret } = await addAppTo(world, agent)
  await page.goto('/sign-in?next=/your-account')
  await page.keyboard.type(agent.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(agent.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectFocusShown(page, 'on the code')
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/your-account')
})

test('a dialog keeps focus inside and returns it afterwards', complete, async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'), '/users-and-access')
  for (const name of variations(['Add user', 'Add return address', 'Generate new key'])) {
    const opener = page.getByRole('link', { name, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      // Between the last stop and the first, focus visits the browser's own controls.
      const isInside = () => document.activeElement === document.body || document.activeElement?.closest('dialog')
      expect(Boolean(await page.evaluate(isInside)), name).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectActive(opener)
  }
})

test(
  'a dialog filled before scripts load stays where the user is when they load',
  complete,
  async ({ page, world }) => {
    await page.setViewportSize({ width: 1280, height: 600 })
    await signIn(page, await world.createPerson('owner'))
    const loadScripts = await openBeforeScripts(page, '/users-and-access?dialog=generate-key')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Early')
    await openAdvanced(page)
    const choice = dialog.getByLabel('No secret: the program signs with a key pair')
    await choice.check()
    const seenFirst = await choice.boundingBox()
    await loadScripts()
    await expect(dialog).toHaveCSS('opacity', '1')
    await expect(page.locator('dialog:modal')).toBeVisible()
    await expect(choice).toBeFocused()
    await expect(choice).toBeChecked()
    expect(await choice.boundingBox()).toEqual(seenFirst)
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Early')
  },
)

test('an action that removes its own button leaves focus in the row', complete, async ({ page, world }) => {
  const account = await world.createAccount('Focus Mill')
  await signIn(page, await world.createPerson('admin'), `/manage/accounts?q=${account.id}`)
  const menu = page.getByRole('button', { name: 'Actions for Focus Mill' })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('link', { name: 'Suspend' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await expectFocusShown(page, 'in the dialog')
  await activate(page, dialog.getByRole('button', { name: 'Suspend account' }))
  const row = page.getByRole('row').filter({ hasText: account.id })
  await expect(row).toContainText('Suspended')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('button', { name: 'Resume' }))
  await expect(row).toContainText('Active')
  await expect(menu).toBeFocused()
})

test('arrow keys move through a menu, and Escape returns to its button', complete, async ({ page, world }) => {
  const admin = await world.createPerson('admin')
  await signIn(page, admin, '/your-account')
  const menu = page.getByRole('button', { name: admin.name })
  await tabTo(page, menu)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[popover]').getByRole('link', { name: 'Users and access' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[popover]').getByRole('link', { name: 'Your account' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const dark = page.getByRole('button', { name: 'Dark' })
  await tabTo(page, dark)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(dark).toBeFocused()
})

test(
  'a menu opened before scripts load stays open when they load, and closes on the next page',
  complete,
  async ({ page, world }) => {
    const owner = await world.createPerson('owner')
    await signIn(page, owner)
    const loadScripts = await openBeforeScripts(page, '/')
    await page.getByRole('button', { name: owner.name }).click()
    const entry = page.locator('[popover]').getByRole('link', { name: 'Users and access' })
    await expect(entry).toBeVisible()
    await loadScripts()
    await expect(entry).toBeVisible()
    await entry.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users and access')
    await expect(entry).toBeHidden()
  },
)

test('a list of accounts has one row of tab stops, and arrow keys move between rows', async ({ page, world }) => {
  const name = `Roving ${Date.now()}`
  const accounts = await Promise.all([1, 2, 3].map((number) => world.createAccount(`${name} ${number}`)))
  await signIn(page, await world.createPerson('admin'), `/?q=${encodeURIComponent(name)}`)
  await expect(page.locator('[data-row]')).toHaveCount(3)
  const openLink = (index: number) => page.getByRole('link', { name: `Open account ${accounts[index]?.name}` })
  await expect(page.locator('[data-row] :is(a, button):not([tabindex="-1"])')).toHaveCount(2)
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(openLink(1)).toBeFocused()
  await expect(page.locator('[data-row] :is(a, button):not([tabindex="-1"])')).toHaveCount(2)
  for (const key of ['Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key)
  await expect(page.locator('[data-row] :focus')).toHaveCount(0)
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
  await expect(openLink(1)).toBeFocused()

  await page.goto(`/manage/accounts?q=${encodeURIComponent(name)}`)
  const account = (index: number) => page.getByRole('link', { name: `${accounts[index]?.name}`, exact: true })
  const menu = (index: number) => page.getByRole('button', { name: `Actions for ${accounts[index]?.name}` })
  await tabTo(page, account(0))
  await page.keyboard.press('ArrowDown')
  await expect(account(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menu(0)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('tbody :focus')).toHaveCount(0)
})

test(
  'users and keys have one row of tab stops each, and arrow keys move between rows',
  complete,
  async ({ page, world }) => {
    const mark = `row${randomBase62(8).toLowerCase()}`
    const [first, second] = [await world.createPerson('agent', [], mark), await world.createPerson('agent', [], mark)]
    const [one, other] = [await world.createKey(first), await world.createKey(second)]
    await signIn(page, await world.createPerson('owner'), `/users-and-access?key=Key+of+${mark}&sort=newest`)
    const keyMenu = (keyId: string) => page.locator(`tr[id="${keyId}"]`).getByRole('button', { name: /^Actions/ })
    await expect(
      page.locator('#api-keys tbody tr:has(:is(a, button):not([popover] *):not([tabindex="-1"]))'),
    ).toHaveCount(1)
    await keyMenu(other.keyId).focus()
    await page.keyboard.press('ArrowDown')
    await expect(keyMenu(one.keyId)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(keyMenu(other.keyId)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: 'Edit' }).and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto(`/users-and-access?q=${mark}`)
    const name = (username: string) => page.getByRole('link', { name: `Robin ${username}` })
    await expect(page.locator('#users tbody a:not([popover] *):not([tabindex="-1"])')).toHaveCount(1)
    await name(first.username).focus()
    await expect(name(first.username)).not.toHaveAttribute('tabindex', '-1')
    await expect(name(second.username)).toHaveAttribute('tabindex', '-1')
  },
)
