import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { complete } from './complete.ts'
import { expect, issueTokens, requestGrantUrl, signIn, type TestAccount, type TestPerson, test } from './fixtures.ts'

type Asked = Readonly<Partial<Record<'person' | 'account' | 'key' | 'kind' | 'period', string>>>

async function showActivity(page: Page, asked: Asked): Promise<void> {
  await page.goto(`/activity?${new URLSearchParams(asked)}`)
}

function events(page: Page) {
  return page.locator('main section > ol > li')
}

/** Expands an event by a click outside its links, which lie above the row. */
async function expand(event: Locator): Promise<void> {
  await event
    .locator('summary')
    .first()
    .click({ position: { x: 4, y: 4 } })
}

/** An agent who signs in from a known address and opens an account twice: from the launcher and through a program. */
async function openTwice(page: Page, agent: TestPerson, account: TestAccount, grantUrl: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': '198.51.100.77' })
  await signIn(page, agent, `/launch/${account.id}`)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
  await page.goto(grantUrl)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
}

test('Activity shows who did what, and from where', async ({ page, browser, world }) => {
  const account = await world.createAccount('Recorded Mill')
  const agent = await world.createPerson('agent', [account])
  const tokens = await issueTokens(await world.createKey(agent))
  const theirs = await (await browser.newContext()).newPage()
  await openTwice(theirs, agent, account, await requestGrantUrl(tokens, account))
  await theirs.context().close()

  await signIn(page, await world.createPerson('admin'))
  await showActivity(page, { person: agent.username })
  const told = (words: string | RegExp) => events(page).filter({ hasText: words })
  await expect(told(`journeys (operator) added ${agent.name} as an agent`)).toContainText('CLI')
  await expect(told(`${agent.name} signed in`)).toContainText('198.51.100.77')
  const opened = told(/opened the account RM\s*Recorded Mill/)
  await expect(opened).toHaveCount(2)
  await expect(opened.first().getByText(account.id).first()).toBeHidden()
  await expand(opened.first())
  await expect(opened.first().getByText(account.id).first()).toBeVisible()
  await expect(opened.first().getByText('sso_grant.redeemed')).toBeVisible()
  await expect(opened.first().getByText(/^req_\w+$/)).toBeVisible()
  await showActivity(page, { kind: 'api_key', key: `Key of ${agent.username}` })
  const generated = told(`generated the API key Key of ${agent.username}`)
  await expect(generated).toContainText(`for ${agent.name}`)
  await expand(generated)
  await expect(generated.locator('div', { has: page.getByText('expiresAt', { exact: true }) }).last()).toContainText(
    /\b20\d\d\b/,
  )
})

test('repeated events are folded under their day, with each request', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await page.goto('/sign-in')
  for (let attempt = 1; attempt <= 3; attempt++) {
    await page.getByLabel('Email or username').fill(agent.username)
    await page.getByLabel('Password', { exact: true }).fill(`wrong guess ${attempt}`)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await answered
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  }
  await signIn(page, await world.createPerson('admin'))
  await showActivity(page, { person: agent.username, kind: 'portal_session.refused' })
  await expect(page.getByRole('heading', { level: 2, name: /^Today/ })).toBeVisible()
  await expect(events(page)).toHaveCount(1)
  await expect(events(page)).toContainText(/Wrong password entered for .* 3 times in/)
  await expand(events(page))
  await expect(events(page).getByText(/^First at .*, last at/)).toBeVisible()
  await expect(
    events(page)
      .locator('summary')
      .filter({ hasText: /req_\w+/ }),
  ).toHaveCount(3)
})

/** Opens the chip of a filter. */
async function addFilter(page: Page, label: string) {
  const filters = page.getByRole('search', { name: 'Filter events' })
  await filters.getByRole('button', { name: label, exact: true }).click()
  return filters.getByRole('form', { name: label })
}

test('Activity is filtered with chips, which the URL holds', async ({ page, world }) => {
  const account = await world.createAccount('Filtered Mill')
  const agent = await world.createPerson('agent', [account])
  await signIn(page, await world.createPerson('admin'), '/activity')
  const filters = page.getByRole('search', { name: 'Filter events' })

  const person = await addFilter(page, 'User')
  await expect(person.getByRole('combobox')).toBeFocused()
  await person.getByRole('combobox').fill(agent.email)
  await page.keyboard.press('Enter')
  await expect(filters.getByRole('button', { name: `User: ${agent.name}` })).toBeVisible()
  await expect(page).toHaveURL(`/activity?person=${encodeURIComponent(agent.email)}`)
  await expect(events(page)).toHaveCount(1)
  const kind = await addFilter(page, 'Event')
  await kind.getByRole('combobox').selectOption({ label: 'API keys' })
  await kind.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No matching events')).toBeVisible()
  // In the bar and in the empty list.
  await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(2)

  await filters.getByRole('link', { name: 'Remove filter: Event' }).click()
  // Further links carry the ID: names change.
  await expect(page).toHaveURL(`/activity?person=${agent.id}`)
  await expect(filters.getByRole('button', { name: 'Event', exact: true })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(0)
  await filters.getByRole('link', { name: 'Remove filter: User' }).click()
  await expect(page).toHaveURL('/activity')

  await (await addFilter(page, 'Account')).getByRole('combobox').fill(account.id)
  await page.keyboard.press('Enter')
  await expect(filters.getByRole('button', { name: `Account: ${account.name}` })).toBeVisible()
  await (await addFilter(page, 'Time')).getByRole('link', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(`/activity?account=${account.id}&period=7d`)
  await expect(events(page)).toHaveCount(1)
  await expect(events(page)).toContainText('added the account FMFiltered Mill')
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    `/activity/export?account=${account.id}&period=7d`,
  )
  await filters.getByRole('button', { name: 'Time: Last 7 days' }).click()
  const time = filters.getByRole('form', { name: 'Time' })
  await time.getByLabel('From date').fill('2020-01-01')
  await time.getByLabel('To date').fill('2020-01-31')
  await time.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`/activity?account=${account.id}&from=2020-01-01&to=2020-01-31`)
  await expect(page.getByText('No matching events')).toBeVisible()
})

test('Activity is filtered by a name, with suggestions, and says that a name is unknown or that of several', async ({
  page,
  world,
}) => {
  const word = `Zwolle${randomBase62(6)}`
  const [first, second] = [await world.createAccount(`Kaas ${word}`), await world.createAccount(`Verf ${word}`)]
  await signIn(page, await world.createPerson('admin'), '/activity')
  const filters = page.getByRole('search', { name: 'Filter events' })

  const form = await addFilter(page, 'Account')
  await form.getByRole('combobox').pressSequentially(word.toLowerCase())
  await expect(form.getByRole('option')).toHaveText([`${first.name} ${first.id}`, `${second.name} ${second.id}`])
  await form.getByRole('combobox').press('ArrowDown')
  await form.getByRole('combobox').press('ArrowDown')
  await form.getByRole('combobox').press('Enter')
  await expect(filters.getByRole('button', { name: `Account: ${second.name}` })).toBeVisible()
  await expect(page).toHaveURL(`/activity?account=${second.id}`)
  await expect(events(page)).toHaveCount(1)
  await filters.getByRole('link', { name: 'Remove filter: Account' }).click()
  await expect(page).toHaveURL('/activity')

  const again = await addFilter(page, 'Account')
  await again.getByRole('combobox').fill(`${word} without`)
  await expect(again.getByText(`No account is called “${word} without”.`)).toBeVisible()
  await again.getByRole('combobox').fill(word)
  await again.getByRole('button', { name: 'Apply' }).click()
  await expect(filters.getByText(`Several accounts match “${word}”.`)).toBeVisible()
  await filters.getByRole('link', { name: first.name, exact: true }).click()
  await expect(filters.getByRole('button', { name: `Account: ${first.name}` })).toBeVisible()
  await expect(page).toHaveURL(`/activity?account=${first.id}`)
  await showActivity(page, { account: 'Nowhere at all' })
  await expect(filters.getByText('No account is called “Nowhere at all”.')).toBeVisible()
  await expect(page.getByText('No matching events')).toHaveCount(0)
})

test('Activity of an API key and of an IP address', complete, async ({ page, browser, world }) => {
  const account = await world.createAccount('Keyed Mill')
  const agent = await world.createPerson('agent', [account])
  const key = await world.createKey(agent)
  const theirs = await (await browser.newContext()).newPage()
  await openTwice(theirs, agent, account, await requestGrantUrl(await issueTokens(key), account))
  await theirs.context().close()

  await signIn(page, await world.createPerson('admin'), `/activity?person=${agent.username}&network=198.51.100.77`)
  await expect(events(page)).toHaveCount(3)
  await showActivity(page, { kind: 'api_key', key: `Key of ${agent.username}` })
  await events(page)
    .first()
    .getByRole('link', { name: `Key of ${agent.username}` })
    .click()
  await expect(page).toHaveURL(/\?key=lkid_\w+$/)
  await expect(page.getByRole('button', { name: `API key: Key of ${agent.username}` })).toBeVisible()
  await expect(events(page)).toHaveCount(2)
  await expect(events(page).first()).toContainText('with an API key')
})

test('Activity of a network', complete, async ({ page, browser, world }) => {
  const agent = await world.createPerson('agent')
  for (const [address, path] of [
    ['198.51.100.130', '/'],
    ['198.51.100.200', '/'],
    ['2001:db8:77::1', '/'],
  ] as const) {
    const theirs = await (await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': address } })).newPage()
    await signIn(theirs, agent, path)
    await theirs.context().close()
  }
  await signIn(page, await world.createPerson('admin'), `/activity?person=${agent.username}&kind=portal_session`)
  const filters = page.getByRole('search', { name: 'Filter events' })
  const search = async (network: string) => {
    const chip = filters.getByRole('button', { name: /^IP address: / })
    if (await chip.isVisible()) await chip.click()
    else await addFilter(page, 'IP address')
    await filters.getByRole('form', { name: 'IP address' }).getByRole('textbox').fill(network)
    await page.keyboard.press('Enter')
    await expect(filters.getByRole('button', { name: `IP address: ${network}` })).toBeVisible()
  }
  await search('198.51.100.128/25')
  await expect(page).toHaveURL(/network=198\.51\.100\.128%2F25/)
  await expect(events(page)).toHaveCount(2)
  await expect(events(page).first()).toContainText('198.51.100.200')
  await expect(events(page).last()).toContainText('198.51.100.130')
  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const text = await readFile(await (await exported).path(), 'utf8')
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  expect(rows.map(({ address }) => address).toSorted()).toEqual(['198.51.100.130', '198.51.100.200'])
  await search('2001:db8:77::/48')
  await expect(events(page)).toHaveCount(1)
  await expect(events(page)).toContainText('2001:db8:77::1')
  await search('198.51.100.130/24')
  await expect(filters.getByText('doesn’t start with the first IP address of its range')).toBeVisible()
  await search('198.51.100')
  await expect(filters.getByText('“198.51.100” isn’t an IP address or a range.')).toBeVisible()
})

test('a filter is saved as a view of its user', async ({ page, world }) => {
  const admin = await world.createPerson('admin')
  await signIn(page, admin, '/activity?kind=account&period=7d')
  const openViews = () => page.getByRole('button', { name: 'Saved views' }).click()
  await openViews()
  await page.getByLabel('Name of this view').fill('Accounts this week')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Accounts this week' })).toBeVisible()
  await expect(page.getByLabel('Name of this view')).toHaveCount(0)

  await page.goto('/activity?kind=user')
  await openViews()
  await page.getByLabel('Name of this view').fill('Accounts this week')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You already have a view with this name.')).toBeVisible()
  await page.getByRole('link', { name: 'Accounts this week' }).click()
  await expect(page).toHaveURL('/activity?kind=account&period=7d')
  await openViews()
  await page.getByRole('button', { name: 'Delete view “Accounts this week”' }).click()
  await expect(page.getByRole('link', { name: 'Accounts this week' })).toHaveCount(0)
})

/** Live mode asks for new events whenever the tab is focused. */
async function poll(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/activity/new?'))
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await answered
}

test('live mode shows new events of the filter, and waits while one is read', async ({ page, browser, world }) => {
  const account = await world.createAccount('Live Mill')
  const agents = await Promise.all([1, 2, 3].map(() => world.createPerson('agent', [account])))
  const open = async (agent: TestPerson | undefined) => {
    if (!agent) return
    const theirs = await (await browser.newContext()).newPage()
    await signIn(theirs, agent, `/launch/${account.id}`)
    await theirs.context().close()
  }
  const path = `/activity?account=${account.id}&period=1h`
  await signIn(page, await world.createPerson('admin'), path)
  await expect(page.getByRole('button', { name: 'Time: Last hour' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/activity/new') && asked.push(request.url()))
  const live = page.getByRole('switch', { name: 'Live' })
  await live.check()
  await expect(events(page)).toHaveCount(1)

  await open(agents[0])
  await poll(page)
  await expect(events(page)).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: '1 new event' })).toHaveCount(1)
  await expect(page).toHaveURL(path)

  await expand(events(page).last())
  await open(agents[1])
  await open(agents[2])
  await poll(page)
  const waiting = page.getByRole('button', { name: '2 new events' })
  await expect(waiting).toBeVisible()
  await expect(events(page)).toHaveCount(2)
  await waiting.focus()
  await page.keyboard.press('Enter')
  await expect(events(page)).toHaveCount(4)
  await expect(waiting).toHaveCount(0)
  await expect(page.locator('#activity-events')).toBeFocused()
  await expect(events(page).last().getByText('account.created')).toBeVisible()

  await live.uncheck()
  const before = asked.length
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.reload()
  expect(asked).toHaveLength(before)
  for (const url of asked) expect(url).toContain(`account=${account.id}&period=1h&since=`)
})

test(
  'live mode says that it is offline or that the session ended, and continues',
  complete,
  async ({ page, world }) => {
    // Events of other tests would refresh the page.
    const account = await world.createAccount('Offline Mill')
    await signIn(page, await world.createPerson('admin'), `/activity?account=${account.id}`)
    await page.getByRole('switch', { name: 'Live' }).check()
    await poll(page)
    await page.context().setOffline(true)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    const says = (text: string) => page.getByRole('status').filter({ hasText: text })
    await expect(says('Offline. Retrying…')).toBeVisible()
    await page.context().setOffline(false)
    await expect(says('Offline. Retrying…')).toHaveCount(0)

    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await poll(page)
    await expect(says('Your session ended.')).toBeVisible()
    await expect(says('Your session ended.').getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
    await page.context().addCookies(cookies)
    await poll(page)
    await expect(says('Your session ended.')).toHaveCount(0)
  },
)

test('an invalid filter value is named, and the others still apply', async ({ page, world }) => {
  const account = await world.createAccount('Misfiltered Mill')
  const good = `account=${account.id}`
  await signIn(
    page,
    await world.createPerson('admin'),
    `/activity?${good}&from=yesterday&kind=odd&person=no-one-at-all&network=here`,
  )
  await expect(page.getByText('Enter a valid date.')).toBeVisible()
  await expect(page.getByText('There’s no event type “odd”.')).toBeVisible()
  await expect(page.getByText('No user is called “no-one-at-all”.')).toBeVisible()
  await expect(page.getByText('“here” isn’t an IP address or a range.')).toBeVisible()
  await expect(events(page)).toHaveCount(1)
  await expect(events(page)).toContainText('added the account MMMisfiltered Mill')
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', `/activity/export?${good}`)
})

test('a burst is one row with its number, which shows each of them', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  for (let number = 1; number <= 7; number++) await world.createKey(agent)
  await signIn(page, await world.createPerson('admin'))
  await showActivity(page, { kind: 'api_key.generated', period: '1h' })
  const burst = events(page)
    .filter({ hasText: /generated the API key .* and \d+ more in/ })
    .first()
  await expand(burst)
  expect(
    await burst
      .locator('details li')
      .filter({ hasText: /req_\w+/ })
      .count(),
  ).toBeGreaterThanOrEqual(5)
  await burst.locator('details li').first().getByRole('link').click()
  await expect(page).toHaveURL(/\?key=lkid_\w+$/)
})

test('Activity pages lead to older events and back', async ({ page, world }) => {
  // Two kinds in turn, because a burst of one kind is one row.
  for (let number = 1; number <= 26; number++) {
    await world.suspendAccount(await world.createAccount(`Paged ${number}`))
  }
  await signIn(page, await world.createPerson('admin'), '/activity?kind=account')
  await expect(events(page)).toHaveCount(50)
  const newest = await events(page).first().textContent()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(events(page).first()).not.toHaveText(newest ?? '')
  await expect(page).toHaveURL(/kind=account&before=/)
  await page.getByRole('link', { name: 'Newer', exact: true }).click()
  await expect(events(page)).toHaveCount(50)
})

test('the export contains the filtered events, and no cell is a formula', async ({ page, world }) => {
  const account = await world.createAccount('=HYPERLINK("https://evil.example","Mill"); @SUM(1)')
  await signIn(page, await world.createPerson('admin'))
  await showActivity(page, { account: account.id })
  await expect(events(page)).toContainText(account.name)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^latchkey-activity-\d{4}-\d\d-\d\d\.csv$/)
  const rows: string[][] = parse(await readFile(await download.path(), 'utf8'), { bom: true })
  const [header, row] = rows
  expect(rows).toHaveLength(2)
  expect(row?.[header?.indexOf('account_id') ?? -1]).toBe(account.id)
  expect(row?.[header?.indexOf('subject_name') ?? -1]).toBe(`'=HYPERLINK("https://evil.example","Mill"); '@SUM(1)`)
  for (const cell of row ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test('an agent can’t open Activity', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signIn(page, agent, '/activity')
  await expect(page.getByText(/role doesn’t/i)).toBeVisible()
  await expect(events(page)).toHaveCount(0)
  const answer = await page.request.get('/activity/export')
  expect(answer.status()).toBe(403)
  expect(await answer.text()).not.toContain('actor_kind')
})
