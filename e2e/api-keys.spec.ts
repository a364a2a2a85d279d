import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { complete, variations } from './complete.ts'
import {
  chooseInMenu,
  expect,
  issueTokens,
  openAdvanced,
  ownKeyYourself,
  postForm,
  requestGrantUrl,
  signIn,
  test,
} from './fixtures.ts'

async function openKeys(page: Page): Promise<void> {
  await page.goto('/users-and-access')
  await page.getByRole('heading', { name: 'API Keys' }).scrollIntoViewIfNeeded()
}

async function generateKey(page: Page, name: string): Promise<{ keyId: string; secret: string }> {
  await openKeys(page)
  await page.getByRole('link', { name: 'Generate new key' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
  await ownKeyYourself(page)
  await page.getByRole('button', { name: 'Generate key' }).click()
  await expect(page.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
  const text = (await page.getByRole('dialog').textContent()) ?? ''
  return { keyId: /lkid_\w{20}/.exec(text)?.[0] ?? '', secret: /lksec_\w{49}/.exec(text)?.[0] ?? '' }
}

function requestToken({ keyId, secret }: { keyId: string; secret: string }): Promise<Response> {
  return postForm('/auth/v1/token', { grantType: 'client_credentials', clientId: keyId, clientSecret: secret })
}

test('a key’s secret is shown once, in a dialog that only “I have stored the secret” closes', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const owner = await world.createPerson('owner')
  await signIn(page, owner)
  await page.getByRole('button', { name: owner.name }).click()
  await page.getByRole('link', { name: 'Users and access' }).click()
  const key = await generateKey(page, 'Night & <b>day</b> sync')

  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(key.secret)
  await dialog.getByRole('button', { name: 'Copy .env' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(key.secret)
  // Not ticked yet: it may be pressed all the same, and says no.
  await dialog.getByRole('button', { name: 'Done' }).click({ force: true })
  await expect(dialog).toContainText(key.secret)

  const html: string[] = []
  page.on('response', async (response) => {
    if (/html|x-component/.test(response.headers()['content-type'] ?? ''))
      html.push(await response.text().catch(() => ''))
  })
  const second = await context.newPage()
  await second.goto(page.url())
  expect(await second.content()).not.toContain(key.secret)

  await dialog.getByLabel('I have stored the secret').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(key.keyId)).toBeVisible()
  await page.reload()
  expect(await page.content()).not.toContain(key.secret)
  await page.goBack()
  expect(await page.content()).not.toContain(key.secret)
  expect(html.join('')).not.toContain(key.secret)
  expect((await requestToken(key)).status).toBe(200)
})

test('the samples of a new key run as they are copied, and lead to an opened account', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await world.createAccount('Opened by a sample')
  await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Samples')
  await ownKeyYourself(page)
  await openAdvanced(page)
  const accounts = dialog.getByLabel('Accounts', { exact: true }).filter({ visible: true })
  const suggestions = dialog.getByRole('listbox', { name: 'Matching accounts' })
  await accounts.fill(account.id.toUpperCase())
  await expect(suggestions.getByRole('option', { selected: true })).toContainText(account.name)
  await accounts.press('Escape')
  await expect(suggestions).toHaveCount(0)
  await accounts.fill(account.id)
  await accounts.press('Enter')
  await page.evaluate(() => navigator.clipboard.writeText('127.0.0.0/8\n::1'))
  await dialog.getByLabel('Networks').press('ControlOrMeta+v')
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(account.name), '127.0.0.0/8', '::1'])
  await dialog.getByText('30 days', { exact: true }).click()
  await expect(dialog.getByRole('status').first()).toHaveText(
    /^Opens 1 account as Robin .*, from 2 networks, until .* at any time\.$/,
  )
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  const copy = async (label: string) => {
    await dialog.getByText(label, { exact: true }).click()
    await dialog.getByRole('button', { name: `Copy ${label}` }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await expect(dialog.locator('pre').filter({ hasText: copied.split('\n')[0] ?? '' })).toBeVisible()
    return copied
  }
  await dialog.getByText('Try it', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Try key' }).click()
  await expect(dialog.getByText('POST /auth/v1/sso')).toBeVisible()
  const [tried] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: 'Open account' }).click(),
  ])
  await expect(tried).toHaveURL(new RegExp(`/accounts/${account.id}$`))
  await tried.close()
  const run = promisify(execFile)
  const commands = await copy('curl')
  const environment = (await copy('.env')).split('\n').map((line) => line.split('='))
  const program = await copy('JavaScript')
  const runs = [
    () => run('sh', ['-c', commands]),
    () => run(process.execPath, ['--input-type=module', '--eval', program], { env: Object.fromEntries(environment) }),
  ]
  for (const start of runs) {
    const { stdout } = await start()
    const opened = await context.newPage()
    await opened.goto(stdout.trim())
    await expect(opened).toHaveURL(new RegExp(`/accounts/${account.id}$`))
    await opened.close()
  }
})

test('a reload while the secret is shown says that the key exists, and offers to revoke it', async ({
  page,
  world,
}) => {
  await signIn(page, await world.createPerson('owner'))
  const name = `Reloaded ${Date.now()}`
  const key = await generateKey(page, name)
  await page.reload()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: `“${name}” was generated` })).toBeVisible()
  await expect(dialog).toContainText('Its secret can’t be shown again.')
  expect(await page.content()).not.toContain(key.secret)
  expect(page.url()).not.toContain(key.secret)
  await dialog.getByRole('link', { name: 'Revoke key' }).click()
  // Never used: it asks once.
  await expect(dialog.getByText('It has never been used.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(dialog).toBeHidden()
  expect((await requestToken(key)).status).toBe(401)
})

test('a second active key with the same name and owner needs confirmation', complete, async ({ page, world }) => {
  const owner = await world.createPerson('owner')
  await signIn(page, owner)
  const name = `Twice ${Date.now()}`
  await generateKey(page, name)
  await page.getByLabel('I have stored the secret').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/users-and-access?dialog=generate-key')
  const dialog = page.getByRole('dialog')
  await ownKeyYourself(page)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  await expect(
    dialog.getByText(`${owner.name} already has an active key named “${name}”. Generate another?`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Generate another key' }).click()
  await expect(dialog.getByRole('heading', { name: `Your new key “${name}”` })).toBeVisible()
})

test('a key is disabled, enabled, and revoked for good by typing its name', complete, async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'))
  const name = `Order system ${Date.now()}`
  const key = await generateKey(page, name)
  await page.getByLabel('I have stored the secret').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Users and access' }).first().click()
  const row = page.getByRole('row').filter({ hasText: key.keyId })
  const choose = async (action: string) => {
    await row.getByRole('button', { name: /Actions/ }).click()
    await row.getByRole('link', { name: action }).click()
  }

  await choose('Disable')
  await page.getByRole('button', { name: 'Disable key' }).click()
  await expect(row).toContainText('Disabled')
  expect((await requestToken(key)).status).toBe(401)

  const toast = page.getByRole('status').filter({ hasText: `“${name}” is disabled` })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Active')
  expect((await requestToken(key)).status).toBe(200)

  await choose('Revoke')
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('You can’t undo this.')
  await dialog.getByRole('textbox').first().fill(name)
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(dialog).toBeHidden()
  expect((await requestToken(key)).status).toBe(401)
})

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a key’s page shows its facts and events; it is renamed, disabled, enabled and revoked there', async ({
      page,
      world,
    }) => {
      const owner = await world.createPerson('owner')
      const service = await world.createPerson('agent', 'all')
      const key = await world.createKey(service, ['sso'], `Paged ${service.username}`)
      const account = await world.createAccount('Open by key')
      await openGrant(await requestGrantUrl(await issueTokens(key), account))
      await signIn(page, owner, `/users-and-access?key=${key.keyId}`)
      await page
        .getByRole('region', { name: 'API Keys' })
        .getByRole('link', { name: /^Paged/ })
        .click()
      await expect(page).toHaveURL(new RegExp(`/users-and-access/keys/${key.keyId}$`))
      const main = page.getByRole('main')
      const usage = main.getByRole('region', { name: 'Usage' })
      await expect(usage).toContainText('Accounts open now1')
      // Counts are written every 10 seconds.
      await expect(async () => {
        await page.reload()
        await expect(usage).toContainText(/Calls2.*Accounts opened1/, { timeout: 1_000 })
      }).toPass({ timeout: 20_000 })
      await expect(main.getByRole('region', { name: 'Facts' })).toContainText(service.name)
      await expect(main.getByRole('region', { name: 'Permissions and limits' })).toContainText('All of the owner’s')
      const events = main.getByRole('region', { name: 'Events' }).getByRole('listitem')
      await expect(events).toContainText(['API key generated'])

      const name = `Renamed ${service.username}`
      await main.getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('dialog').getByLabel('Note').fill('Ask Ada')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(main.getByRole('region', { name: 'Facts' })).toContainText('Ask Ada')
      await main.getByRole('link', { name: 'Disable' }).click()
      await page.getByRole('button', { name: 'Disable key' }).click()
      await main.getByRole('link', { name: 'Enable' }).click()
      await page.getByRole('button', { name: 'Enable key' }).click()
      await chooseInMenu(page, name, 'Revoke')
      await expect(page.getByRole('dialog')).toContainText('1 open account will close.')
      await page.getByLabel(`Type ${name} to confirm`).fill(name)
      await page.getByRole('button', { name: 'Revoke key' }).click()
      await expect(main.getByText('Revoked', { exact: true })).toBeVisible()
      await expect(main.getByRole('link', { name: 'Disable' })).toHaveCount(0)
      await expect(events).toContainText([
        'API key revoked',
        'API key enabled',
        'API key disabled',
        'API key changed',
        'API key generated',
      ])
      expect((await requestToken(key)).status).toBe(401)
    })
  })
}

/** Opens an account as the link's browser does, without a page. */
async function openGrant(grantUrl: string): Promise<void> {
  expect((await fetch(grantUrl, { redirect: 'manual' })).status).toBe(303)
}

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('keys are searched, filtered and paged, and dialogs return to the same list', async ({ page, world }) => {
      // The picker lists the first owners by name.
      const service = await world.createPerson('agent', [], 'aaa')
      const other = await world.createPerson('agent')
      const { db } = world.services
      await db
        .updateTable('users')
        .set({ name: `Aa Łada ${service.username}` })
        .where('id', '=', service.id)
        .execute()
      for (let index = 10; index < 62; index++) await world.createKey(service, ['sso'], `Batch ${index}`)
      await world.createKey(other, ['sso'], 'Batch elsewhere')
      // Older than the keys of parallel journeys, which look for theirs on the first page.
      await db
        .updateTable('api_keys')
        .set((eb) => ({ created_at: eb('created_at', '-', 86_400_000) }))
        .where('owner_id', 'in', [service.id, other.id])
        .execute()
      await signIn(page, await world.createPerson('owner'), '/users-and-access')
      const keys = page.getByRole('region', { name: 'API Keys' })
      const rows = keys.getByRole('row').filter({ hasText: 'Batch' })
      await keys.getByRole('searchbox').first().fill(service.username)
      if (!javaScriptEnabled) await keys.getByRole('searchbox').first().press('Enter')
      await expect(keys.getByRole('status')).toContainText(/^52 of /)
      await expect(rows).toHaveCount(20)
      await keys.getByRole('link', { name: 'Next' }).click()
      await expect(keys.getByRole('link', { name: 'Previous' })).toBeVisible()
      await keys.getByRole('link', { name: 'Next' }).click()
      await expect(rows).toHaveCount(12)
      await keys.getByRole('columnheader', { name: /^Name/ }).getByRole('link', { name: 'Name' }).click()
      await expect(rows.first()).toContainText('Batch 10')

      await chooseInMenu(page, 'Batch 10', 'Disable')
      await page.getByRole('button', { name: 'Disable key' }).click()
      await expect(rows.first()).toContainText('Disabled')
      await keys.getByRole('button', { name: 'State', exact: true }).click()
      await keys.getByRole('link', { name: 'Disabled', exact: true }).click()
      await expect(rows).toHaveCount(1)
      expect(page.url()).not.toMatch(/#.*#/)
      await keys.getByRole('link', { name: 'Remove filter: State' }).click()
      await expect(rows).toHaveCount(20)
      await keys.getByRole('button', { name: 'Owner', exact: true }).click()
      const owner = keys.getByRole('searchbox', { name: 'Search: Owner' })
      if (javaScriptEnabled) {
        await expect(owner).toBeFocused()
        await owner.fill(`${service.username} nobody`)
        await expect(keys.getByText(/^None of these/)).toBeVisible()
        await owner.fill(`lada ${service.username}`)
        await owner.press('Enter')
      } else
        await keys
          .getByRole('link', { name: new RegExp(service.username) })
          .first()
          .click()
      await expect(page).toHaveURL(new RegExp(`owner=${service.id}`))
      await expect(keys.getByRole('button', { name: /^Owner: / })).toBeVisible()
    })

    test('a key is limited when it is generated, errors name the entry, and input stays', async ({ page, world }) => {
      const accounts = [await world.createAccount('Limit One'), await world.createAccount('Limit Two')]
      await signIn(page, await world.createPerson('owner'))
      await openKeys(page)
      await page.getByRole('link', { name: 'Generate new key' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('radio', { name: /^Open accounts/ })).toBeChecked()
      await ownKeyYourself(page)
      const name = `Limited ${Date.now()} ${javaScriptEnabled}`
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await openAdvanced(page)
      const ids = dialog.getByLabel('Accounts', { exact: true }).filter({ visible: true })
      const networks = dialog.getByLabel('Networks')
      const entered = `${accounts[0]?.id}, nowhere,${javaScriptEnabled ? ' ' : '\n'}${accounts[1]?.id}`
      await ids.fill(entered)
      await networks.fill('127.0.0.1/8 ::1')
      if (javaScriptEnabled) await expect(dialog.getByRole('img', { name: 'Not valid' })).toHaveCount(2)
      await dialog.getByRole('button', { name: 'Generate key' }).click()

      await expect(dialog.getByText(/^Start each range at its first IP address.*: 127\.0\.0\.1\/8$/)).toBeVisible()
      await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
      // Fields with an entry or an error are shown.
      await expect(networks).toBeVisible()
      await dialog.getByLabel('May check tokens').check()
      if (javaScriptEnabled) {
        await dialog.getByRole('button', { name: 'Remove 127.0.0.1/8' }).click()
        await expect(dialog.getByRole('button', { name: 'Remove ::1' })).toBeFocused()
        await networks.press('Backspace')
        await expect(dialog.getByRole('button', { name: 'Remove ::1' })).toHaveCount(0)
      }
      await networks.fill('127.0.0.0/8 ::1')
      await dialog.getByRole('button', { name: 'Generate key' }).click()

      await expect(dialog.getByText('There is no account with this ID: nowhere')).toBeVisible()
      await expect(dialog.getByLabel('May check tokens')).toBeChecked()
      if (javaScriptEnabled) await removeWrongChip(dialog, ids)
      else {
        await expect(ids).toHaveValue(entered)
        await ids.fill(accounts.map(({ id }) => id).join('\n'))
      }
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      await expect(dialog.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
      const text = (await dialog.textContent()) ?? ''
      const key = { keyId: /lkid_\w{20}/.exec(text)?.[0] ?? '', secret: /lksec_\w{49}/.exec(text)?.[0] ?? '' }
      await dialog.getByLabel('I have stored the secret').check()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('heading', { name: 'Waiting for the first call' })).toBeVisible()
      await page.goto('/users-and-access')

      const row = page.getByRole('row').filter({ hasText: key.keyId })
      for (const text of ['Open accounts', '2 accounts', '2 networks']) {
        await expect(row).toContainText(text)
      }
      await expect(row.getByTitle(/^Open accounts, Check tokens/)).toHaveText('Open accounts')
      await expect(row.getByTitle(accounts.map(({ id }) => id).join(', '))).toHaveText('2 accounts')
      await expect(row.getByTitle('127.0.0.0/8, ::1')).toHaveText('2 networks')
      expect((await requestToken(key)).status).toBe(200)
    })
  })
}

/** Removes the chip of "nowhere", the second of three, by keyboard from the focused field. */
async function removeWrongChip(dialog: Locator, field: Locator): Promise<void> {
  await expect(field).toBeFocused()
  const wrong = dialog.getByRole('listitem').filter({ has: field.page().getByRole('img', { name: 'Not valid' }) })
  await expect(wrong).toHaveText('nowhere')
  await field.press('ArrowLeft')
  await field.page().keyboard.press('ArrowLeft')
  await expect(wrong.getByRole('button', { name: 'Remove nowhere' })).toBeFocused()
  await field.page().keyboard.press('Delete')
  await expect(wrong).toHaveCount(0)
}

test('a key that expires soon says so on its page, and is extended there', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  const key = await world.createKey(agent)
  await signIn(page, await world.createPerson('owner'), `/users-and-access/keys/${key.keyId}`)
  await expect(page.getByText('This key expires in 30 days')).toBeVisible()
  await page.getByRole('link', { name: 'Extend' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^In 90 days/ }).check()
  await dialog.getByRole('button', { name: 'Extend key' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('This key expires in')).toHaveCount(0)
  await expect(page.getByText('API key extended').first()).toBeVisible()
})

test('an agent can’t open Users and access', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, agent)
  await page.getByRole('button', { name: agent.name }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users and access' })).toHaveCount(0)
  await page.goto('/users-and-access')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Users and access')
  await expect(page.getByText(/role doesn’t/i)).toBeVisible()
})
