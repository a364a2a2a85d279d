import type { Page } from '@playwright/test'
import { complete } from './complete.ts'
import { firefoxMissing, inFirefox } from './firefox.ts'
import { expect, issueTokens, ownKeyYourself, postForm, requestGrantUrl, signInByForm, test } from './fixtures.ts'

// Journeys that run in Chromium and, in the complete form, in Firefox.
test.skip(({ browserName }) => browserName === 'firefox' && firefoxMissing !== undefined, firefoxMissing)

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('an agent signs in, opens an account by keyboard, ends it and signs out', inFirefox, async ({ page, world }) => {
  const [, birch] = [await world.createAccount('Alder Paper'), await world.createAccount('Birch Paper')]
  const agent = await world.createPerson('agent', [birch])
  await signInByForm(page, agent)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('birch')
  await expect(page.getByRole('status').filter({ hasText: /^1 account$/ })).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/accounts/${birch.id}`)
  await expect(page.getByRole('banner')).toContainText(`Signed in as ${agent.name}`)
  await page.getByRole('button', { name: 'End and return' }).click()
  // Once loaded: a navigation that is still under way would interrupt the next one.
  await page.waitForURL('/')
  await page.goto(`/accounts/${birch.id}`)
  await expect(heading(page)).toHaveText('This account isn’t open here')
  await page.goto('/')
  await page.getByRole('button', { name: agent.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('ten accounts are open in ten tabs, and ending one leaves nine', complete, async ({ context, world }) => {
  test.slow()
  const accounts = await Promise.all(Array.from({ length: 10 }, (_, index) => world.createAccount(`Quay ${index}`)))
  const tokens = await issueTokens(await world.createKey(await world.createPerson('agent', accounts)))
  const tabs: Page[] = []
  for (const account of accounts) {
    const tab = await context.newPage()
    await tab.goto(await requestGrantUrl(tokens, account))
    tabs.push(tab)
  }
  const [first, ...others] = tabs
  if (!first) throw new Error('No tab was opened.')
  await first.getByRole('button', { name: 'End and return' }).click()
  await first.waitForURL(/\/sign-in/)
  await first.goto(`/accounts/${accounts[0]?.id}`)
  await expect(heading(first)).toHaveText('This account isn’t open here')
  for (const [index, tab] of others.entries()) {
    await tab.reload()
    await expect(heading(tab)).toHaveText(`Quay ${index + 1}`)
  }
})

test('an owner generates a key through the user menu and sees its secret once', async ({ page, world }) => {
  const owner = await world.createPerson('owner')
  await signInByForm(page, owner)
  await page.getByRole('button', { name: owner.name }).click()
  await page.getByRole('link', { name: 'Users and access' }).click()
  await page.getByRole('link', { name: 'Generate new key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Night sync')
  await ownKeyYourself(page)
  await page.getByRole('button', { name: 'Generate key' }).click()
  await expect(dialog).toContainText(/lksec_\w{49}/)
  const text = (await dialog.textContent()) ?? ''
  const [clientId = '', clientSecret = ''] = [/lkid_\w{20}/.exec(text)?.[0], /lksec_\w{49}/.exec(text)?.[0]]
  await dialog.getByLabel('I have stored the secret').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night sync')
  await expect(page.getByText(clientId)).toBeVisible()
  await page.reload()
  expect(await page.content()).not.toContain(clientSecret)
  const fields = { grantType: 'client_credentials', clientId, clientSecret }
  expect((await postForm('/auth/v1/token', fields)).status).toBe(200)
})

test('a link opens an account once and ends back where it came from', async ({ page, world }) => {
  const backUrl = `${await world.allowReturnOrigin()}/case/7`
  const account = await world.createAccount('North Mill')
  const key = await world.createKey(await world.createPerson('agent', [account]))
  const link = await requestGrantUrl(await issueTokens(key), account, { backUrl })
  await page.goto(link)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
  expect((await page.goto(link))?.status()).toBe(410)
  await expect(heading(page)).toHaveText('This link was already used')
  await page.goto(`/accounts/${account.id}`)
  await page.getByRole('button', { name: 'End and return' }).click()
  await expect(page).toHaveURL(backUrl)
})

test('another user takes over an open account only with consent', async ({ page, world }) => {
  const account = await world.createAccount('Shared Desk')
  const people = [await world.createPerson('agent', [account]), await world.createPerson('agent', [account])] as const
  const [first, second] = people
  const [firstTokens, secondTokens] = await Promise.all(
    people.map(async (person) => issueTokens(await world.createKey(person))),
  )
  if (!firstTokens || !secondTokens) throw new Error('no tokens')
  await page.goto(await requestGrantUrl(firstTokens, account))
  await page.goto(await requestGrantUrl(secondTokens, account))
  await page.getByRole('button', { name: 'Keep the current one' }).click()
  await expect(page.getByRole('banner')).toContainText(first.name)
  await page.goto(await requestGrantUrl(secondTokens, account))
  await page.getByRole('button', { name: `Continue as ${second.name}` }).click()
  await expect(page.getByRole('banner')).toContainText(second.name)
})
