import { findViolations } from './axe.ts'
import { complete, variations } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, issueTokens, openBeforeScripts, product, requestGrantUrl, signIn, test } from './fixtures.ts'

test('an agent finds an account by typing and opens it with the keyboard alone', complete, async ({ page, world }) => {
  const accounts = await Promise.all(
    ['Alder Paper', 'Birch Paper', 'Cedar Glass'].map((name) => world.createAccount(name)),
  )
  await signIn(page, await world.createPerson('agent', accounts))
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('paper')
  await expect(page.getByRole('status').filter({ hasText: /^2 accounts$/ })).toBeAttached()
  await expect(page.getByText('Cedar Glass')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/accounts/${accounts[1]?.id}`)
  await page.goBack()
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/(\?.*)?$/)
})

test('a search typed before the scripts arrive is made once they do', complete, async ({ page, world }) => {
  const accounts = await Promise.all(['Larch Yard', 'Maple Yard'].map((name) => world.createAccount(name)))
  await signIn(page, await world.createPerson('agent', accounts))
  const loadScripts = await openBeforeScripts(page, '/')
  await page.getByRole('searchbox').fill('maple')
  await loadScripts()
  await expect(page).toHaveURL('/?q=maple')
  await expect(page.getByText('Larch Yard')).toHaveCount(0)
})

test('an empty search result names the search', complete, async ({ page, world }) => {
  await signIn(page, await world.createPerson('agent', [await world.createAccount('Only One')]))
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No accounts match “nothing like it”')).toBeVisible()
})

test('a mistyped search finds the account by another spelling', complete, async ({ page, world }) => {
  const names = ['Aigner Metallbau GmbH', 'Aigner Keramik', 'Koller Metallbau', 'Müller']
  const accounts = await Promise.all(names.map((name) => world.createAccount(name)))
  await signIn(page, await world.createPerson('agent', accounts))
  const search = page.getByRole('searchbox')
  await search.fill('aigner metalbau')
  const spelled = page.getByRole('region', { name: 'Nothing for “aigner metalbau”, showing “Aigner Metallbau”' })
  await expect(spelled.locator('[data-row]')).toHaveCount(1)
  await expect(spelled.locator('mark[data-add]')).toHaveText('l')
  expect(await findViolations(page)).toEqual([])
  await expect(page.getByRole('status').filter({ hasText: 'showing “Aigner Metallbau”' })).toBeAttached()
  await search.fill('keramik metalbau')
  await expect(page.getByRole('region', { name: 'One word only' }).locator('[data-row]')).toHaveCount(3)
  await search.fill('mulller')
  await search.press('Enter')
  await expect(page).toHaveURL(`/accounts/${accounts[3]?.id}`)
})

test('more than 50 accounts are paged, and a longer search narrows them', complete, async ({ page, world }) => {
  const mills = Array.from({ length: 60 }, (_, index) => `Mill ${String(index).padStart(2, '0')}`)
  const accounts = await Promise.all([...mills, 'Windmill'].map((name) => world.createAccount(name)))
  await signIn(page, await world.createPerson('agent', accounts))
  const rows = page.locator('[data-row]')
  await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Search 61 accounts by name or ID')
  await expect(rows).toHaveCount(50)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(61)
  await expect(page.getByRole('region', { name: 'All accounts' }).getByText('61', { exact: true })).toBeVisible()

  const search = page.getByRole('searchbox')
  await search.fill('mill')
  await expect(page.getByRole('status').filter({ hasText: /^61 accounts$/ })).toBeAttached()
  await expect(page.getByText('Type more to narrow the search.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show more' })).toHaveCount(0)
  await expect(rows).toHaveCount(50)
  await expect(rows.filter({ hasText: 'Windmill' })).toHaveCount(0)
  await search.fill('dmill')
  await expect(page.getByRole('status').filter({ hasText: '1 account · Similar spelling: “Mill”' })).toBeAttached()
  await search.fill('il')
  await expect(page.getByText('No accounts match “il”')).toBeVisible()
  await expect(page.getByText('One or two characters match the beginning of a word or ID')).toBeVisible()
})

test('a pinned account is on top, and unpinning it can be undone', async ({ page, world }) => {
  await page.clock.install()
  const accounts = await Promise.all(['Amber', 'Basil'].map((name) => world.createAccount(name)))
  await signIn(page, await world.createPerson('agent', accounts))
  await page.getByRole('button', { name: 'Pin Basil' }).click()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await page.getByRole('button', { name: 'Unpin Basil' }).first().click()
  const toast = page.getByRole('status').filter({ hasText: 'Basil unpinned' })
  await toast.getByRole('button', { name: 'Undo' }).hover()
  await page.clock.fastForward(4_500)
  await expect(page.getByRole('heading', { name: 'Pinned' })).toHaveCount(0)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await expect(page.getByText('Basil unpinned')).toHaveCount(0)
  await page.getByRole('button', { name: 'Unpin Basil' }).first().click()
  await expect(page.getByText('Basil unpinned')).toBeVisible()
  await page.getByRole('searchbox').hover()
  await page.clock.fastForward(4_500)
  await expect(page.getByText('Basil unpinned')).toHaveCount(0)
})

test(
  'the 101st pin says how many accounts can be pinned, without scripts too',
  complete,
  async ({ page, browser, browserName, world }) => {
    test.skip(browserName === 'firefox', firefoxLacks.scriptlessContexts)
    const names = Array.from({ length: 101 }, (_, index) => `Pier ${String(index).padStart(3, '0')}`)
    const accounts = await Promise.all(names.map((name) => world.createAccount(name)))
    const agent = await world.createPerson('agent', accounts)
    // By its ID: "100" is in the ID of another account now and then.
    const id = accounts[100]?.id ?? ''
    for (const account of accounts.slice(0, 100)) await world.pin(agent, account)
    await signIn(page, agent)
    await page.getByRole('searchbox').fill(id)
    await expect(page.getByRole('status').filter({ hasText: /^1 account$/ })).toBeAttached()
    await page.getByRole('button', { name: 'Pin Pier 100' }).click()
    await expect(page.getByText('You can pin up to 100 accounts. Unpin one first.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pin Pier 100' })).toBeVisible()

    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    })
    const plainPage = await plain.newPage()
    await plainPage.goto(`/?q=${id}`)
    await plainPage.getByRole('button', { name: 'Pin Pier 100' }).click()
    await expect(plainPage.getByRole('alert')).toHaveText('You can pin up to 100 accounts. Unpin one first.')
    await plain.close()
  },
)

test('a search for exactly the ID of a suspended account says so', complete, async ({ page, world }) => {
  const [closed, other] = [await world.createAccount('Closed Kiln'), await world.createAccount('Other Kiln')]
  await world.suspendAccount(closed)
  await signIn(page, await world.createPerson('agent', [closed, other]))
  await page.getByRole('searchbox').fill(closed.id)
  await expect(page.getByRole('region', { name: 'Suspended' })).toContainText('Closed Kiln')
  await expect(page.getByText(/^No accounts match/)).toHaveCount(0)
  await page.getByRole('searchbox').fill('kiln')
  await expect(page.getByRole('region', { name: 'Suspended' })).toHaveCount(0)
})

test('accounts open in a new tab if the user prefers that', async ({ context, page, world }) => {
  const agent = await world.createPerson('agent', [await world.createAccount('Tabbed Kiln')])
  await signIn(page, agent)
  await page.getByRole('button', { name: agent.name }).click()
  await page.getByRole('button', { name: 'New tab' }).click()
  await expect(page.getByRole('button', { name: 'New tab' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open account Tabbed Kiln' }).click()
  await expect((await opened).getByRole('banner')).toContainText('Tabbed Kiln')
  await expect(page).toHaveURL('/')
})

test(
  'three accounts are open side by side, and ending one leaves the others',
  complete,
  async ({ context, page, world }) => {
    const accounts = await Promise.all(['Red Kiln', 'Green Kiln', 'Blue Kiln'].map((name) => world.createAccount(name)))
    await signIn(page, await world.createPerson('agent', accounts))
    const tabs = await Promise.all(
      accounts.map(async (account) => {
        const tab = await context.newPage()
        await tab.goto(`/launch/${account.id}`)
        await expect(tab).toHaveURL(`/accounts/${account.id}`)
        return tab
      }),
    )
    await tabs[0]?.getByRole('button', { name: 'End and return' }).click()
    for (const [index, tab] of tabs.entries()) {
      await tab.goto(`/accounts/${accounts[index]?.id}`)
      const heading = tab.getByRole('heading', { level: 1 })
      if (index === 0) await expect(heading).toHaveText('This account isn’t open here')
      else await expect(tab.getByRole('banner')).toContainText(accounts[index]?.name ?? '')
    }
  },
)

test('a link works once', complete, async ({ page, world }) => {
  const account = await world.createAccount('Once')
  const tokens = await issueTokens(await world.createKey(await world.createPerson('agent', [account])))
  const grantUrl = await requestGrantUrl(tokens, account)
  await page.goto(grantUrl)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
  const second = await page.goto(grantUrl)
  expect(second?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('already used')
})

test('a link expires after 15 seconds', complete, async ({ page, world }) => {
  const account = await world.createAccount('Late')
  const tokens = await issueTokens(await world.createKey(await world.createPerson('agent', [account])))
  const grantUrl = await requestGrantUrl(tokens, account)
  // lib/domain/links/sso-grants tests the exact millisecond on a frozen clock.
  await world.ageGrant(grantUrl, 15_000)
  const answer = await page.goto(grantUrl)
  expect(answer?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('expired')
})

test('a launched link is worthless in another browser', async ({ page, browser, world }) => {
  const account = await world.createAccount('Bound')
  await signIn(page, await world.createPerson('agent', [account]))
  const answer = await page.request.get(`/launch/${account.id}`, { maxRedirects: 0 })
  const grantUrl = answer.headers().location ?? ''
  const other = await (await browser.newContext()).newPage()
  expect((await other.goto(grantUrl))?.status()).toBe(403)
  await page.goto(grantUrl)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a long list of accounts is shown in full, and a search of it in part', complete, async ({ page, world }) => {
    const looms = Array.from({ length: 52 }, (_, index) => `Loom ${String(index).padStart(2, '0')}`)
    const accounts = await Promise.all(looms.map((name) => world.createAccount(name)))
    await signIn(page, await world.createPerson('agent', accounts))
    const rows = page.locator('[data-row]')
    await expect(rows).toHaveCount(50)
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(rows).toHaveCount(52)
    await page.getByRole('searchbox').fill('loom')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL('/?q=loom')
    await expect(page.getByText('Type more to narrow the search.')).toBeVisible()
    // By its ID: "51" is in the ID of another account now and then.
    await page.getByRole('searchbox').fill(accounts[51]?.id ?? '')
    await page.getByRole('searchbox').press('Enter')
    await expect(rows).toHaveCount(1)
  })
})

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('replacing another user’s session in an account needs confirmation', complete, async ({ page, world }) => {
      const account = await world.createAccount('Shared Desk')
      const [first, second] = [
        await world.createPerson('agent', [account]),
        await world.createPerson('agent', [account]),
      ]
      const linkOf = async (person: typeof first) =>
        requestGrantUrl(await issueTokens(await world.createKey(person)), account)
      await page.goto(await linkOf(first))
      await page.goto(await linkOf(second))
      await expect(page).toHaveURL(/\/sso\/confirm/)
      await page.getByRole('button', { name: 'Keep the current one' }).click()
      await expect(page.getByRole('banner')).toContainText(first.name)
      await page.goto(await linkOf(second))
      await page.getByRole('button', { name: `Continue as ${second.name}` }).click()
      await expect(page).toHaveURL(`/accounts/${account.id}`)
      await expect(page.getByRole('banner')).toContainText(second.name)
    })
  })
}

test('an account that the agent may not open is refused with a next step', complete, async ({ page, world }) => {
  const account = await world.createAccount('Private')
  await signIn(page, await world.createPerson('agent'))
  const answer = await page.goto(`/launch/${account.id}`)
  expect(answer?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can’t open this account')
  await page.getByRole('link', { name: 'Go to your accounts' }).click()
  await expect(page).toHaveURL('/')
})

test('another name of this machine redirects to BASE_URL', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await page.goto(`http://127.0.0.1:${product.port}/sign-in`)
  await expect(page).toHaveURL(`${product.baseUrl}/sign-in`)
  await signIn(page, agent)
})
