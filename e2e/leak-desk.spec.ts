import { findViolations } from './axe.ts'
import { variations } from './complete.ts'
import { expect, issueTokens, postForm, signIn, test } from './fixtures.ts'

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a secret found in a log is pasted and contained, and the activity tells what it did', async ({
      page,
      world,
    }) => {
      test.slow()
      const agent = await world.createPerson('agent')
      const key = await world.createKey(agent)
      const fields = { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret }
      const getTokens = () => postForm('/auth/v1/token', fields)
      const { refreshToken } = await (await getTokens()).json()
      const owner = await world.createPerson('owner')
      await signIn(page, owner, '/users-and-access/leak-desk')
      await world.outdateConfirmation(owner)
      await page.getByLabel('Secrets, tokens or sign-in links').fill(`2026-11-24 request {"s":"${key.secret}"}`)
      await page.getByRole('button', { name: 'Check' }).click()

      const leak = page.getByRole('listitem').filter({ hasText: 'API key secret' })
      await expect(page.getByRole('heading', { name: '1 credential found' })).toBeVisible()
      await expect(leak).toContainText('Works')
      await expect(leak).toContainText(agent.name)
      const expiry = new Date(Date.now() + 30 * 86_400_000).getFullYear()
      await expect(leak).toContainText(new RegExp(`Works until\\d+ \\w+ ${expiry}, \\d\\d:\\d\\d`))
      await expect(leak).toContainText(/Used from(127\.0\.0\.1|::1|0:0:0:0::\/64)New/)
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([])
      await leak.getByRole('link', { name: 'Contain' }).click()
      await page.getByLabel('Your password', { exact: true }).fill(owner.password)
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('dialog')).toContainText(`of ${agent.name}`)
      await expect(page.getByRole('dialog')).toContainText('end at once')
      await page.getByRole('dialog').getByRole('button', { name: 'Contain' }).click()

      await expect(page.getByText('It no longer works.')).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      if (javaScriptEnabled) await expect(leak).toContainText('Contained')
      expect(page.url()).not.toContain(key.secret)
      if (!javaScriptEnabled) expect(await page.content()).not.toContain(key.secret)
      expect((await getTokens()).status).toBe(401)
      const refresh = { grantType: 'refresh_token', clientId: agent.username, refreshToken }
      expect((await postForm('/auth/v1/token', refresh)).status).toBe(400)
      await page.getByRole('link', { name: 'See what the key did' }).click()
      await expect(page.getByText('ended a leaked secret of the API key').first()).toBeVisible()
    })

    test('a link that an agent launched is pasted and contained, and their session ends', async ({
      page,
      browser,
      world,
    }) => {
      const account = await world.createAccount('Leaky Link')
      const agent = await world.createPerson('agent', [account])
      const theirs = await (await browser.newContext()).newPage()
      await signIn(theirs, agent)
      const launched = await theirs.request.get(`/launch/${account.id}`, { maxRedirects: 0 })
      const link = launched.headers().location ?? ''
      await theirs.goto(link)
      await expect(theirs).toHaveURL(`/accounts/${account.id}`)

      const admin = await world.createPerson('admin')
      await signIn(page, admin, '/users-and-access/leak-desk')
      await world.outdateConfirmation(admin)
      await page.getByLabel('Secrets, tokens or sign-in links').fill(`opened ${link} at noon`)
      await page.getByRole('button', { name: 'Check' }).click()
      const leak = page.getByRole('listitem').filter({ hasText: 'Sign-in link' })
      await expect(leak).toContainText(`User${agent.name}`)
      await expect(leak).toContainText('SessionOpen')
      await leak.getByRole('link', { name: 'Contain' }).click()
      await page.getByLabel('Your password', { exact: true }).fill(admin.password)
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('dialog')).toContainText(`Sign-in link of ${agent.name} to the account Leaky Link`)
      await page.getByRole('dialog').getByRole('button', { name: 'Contain' }).click()
      await expect(page.getByText('It no longer works.')).toBeVisible()
      if (javaScriptEnabled) await expect(leak).toContainText('Contained')
      expect(page.url()).not.toContain(new URL(link).searchParams.get('token'))

      await theirs.reload()
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This session has ended')
      await page.getByRole('link', { name: `See what ${agent.name} did` }).click()
      await expect(page).toHaveURL(/\/activity\?person=/)
      await page.goto(`/activity?account=${account.id}`)
      const event = page.getByText(/ended the session of .*, because its sign-in link had leaked/)
      await expect(event.first()).toContainText(agent.name)
      await theirs.context().close()
    })

    test('a text without credentials is said to have none', async ({ page, world }) => {
      await signIn(page, await world.createPerson('admin'), '/users-and-access/leak-desk')
      await page.getByLabel('Secrets, tokens or sign-in links').fill(`lksec_${'a'.repeat(49)} and nothing else`)
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText('No credentials found')).toBeVisible()
    })
  })
}

test('several are checked and contained by keyboard, and each stays contained', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  const [one, other] = [await world.createKey(agent), await world.createKey(agent)]
  const { refreshToken } = await issueTokens(one)
  await signIn(page, await world.createPerson('owner'), '/activity')
  await page.getByRole('link', { name: 'Leak desk' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Secrets, tokens or sign-in links').focus()
  await page.keyboard.insertText(`${one.secret} ${other.secret} ${refreshToken}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '3 credentials found' })).toBeVisible()
  const leaks = page.getByRole('listitem').filter({ hasText: 'Owner' })
  for (const index of [0, 1]) {
    await leaks.nth(index).getByRole('link', { name: 'Contain' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Contain' }).focus()
    await page.keyboard.press('Enter')
    await expect(leaks.nth(index).getByText('Contained', { exact: true })).toBeVisible()
  }
  // The tokens ended with their secret.
  await expect(leaks.getByText('Contained', { exact: true })).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Contain', exact: true })).toHaveCount(0)
  await expect(page.getByText('Active token families')).toHaveCount(0)
})

test('a link can’t claim that something was contained', async ({ page, world }) => {
  const { keyId } = await world.createKey(await world.createPerson('agent'))
  await signIn(
    page,
    await world.createPerson('owner'),
    `/users-and-access/leak-desk?contained=secret&key=${keyId}&of=none`,
  )
  await expect(page.getByRole('heading', { name: 'Leak desk' })).toBeVisible()
  await expect(page.getByText('It no longer works.')).toHaveCount(0)
})

test('an agent can’t open the leak desk', async ({ page, world }) => {
  await signIn(page, await world.createPerson('agent'))
  expect((await page.goto('/users-and-access/leak-desk'))?.status()).toBe(403)
})
