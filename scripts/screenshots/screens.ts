import type { Page } from '@playwright/test'
import { requestGrantUrl, type ShownProduct } from './product.ts'

/** A page, or the state of a page, that a person can see. */
export type Screen = Readonly<{
  name: string
  /** Who looks at it: the demonstration's owner by default. */
  as?: 'visitor'
  show: (page: Page, product: ShownProduct) => Promise<unknown>
}>

const keyLinks = 'a[href^="/users-and-access/keys/"]'

/** Every screen of the product, in the order of the contact sheet. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', as: 'visitor', show: (page) => page.goto('/sign-in') },
  { name: 'sign-in-refused', as: 'visitor', show: refuseSignIn },
  { name: 'set-password-incomplete', as: 'visitor', show: (page) => page.goto('/set-password') },
  { name: 'not-found', as: 'visitor', show: (page) => page.goto('/nowhere') },
  { name: 'account-without-session', as: 'visitor', show: (page) => page.goto('/accounts/acc-1') },
  { name: 'account-opened', as: 'visitor', show: openLink },
  { name: 'link-used', as: 'visitor', show: openLinkTwice },
  at('launcher', '/'),
  at('launcher-search', '/?q=gmbh'),
  at('launcher-nothing-found', '/?q=zzzzzz'),
  at('launcher-order', '/?edit=pinned'),
  { name: 'user-menu', show: openUserMenu },
  { name: 'shortcuts', show: openShortcuts },
  { name: 'palette', show: openPalette },
  at('palette-without-scripts', '/jump?q=sol'),
  at('overview', '/overview'),
  at('users-and-access', '/users-and-access'),
  { name: 'api-keys', show: scrollToKeys },
  at('users', '/users-and-access/users'),
  { name: 'users-selected', show: (page) => selectRows(page, '/users-and-access/users') },
  at('users-nothing-found', '/users-and-access?q=zzzzzz&key=zzzzzz'),
  { name: 'give-access', show: (page) => changeUsers(page, 'give') },
  { name: 'deactivate-users', show: (page) => changeUsers(page, 'deactivate') },
  at('add-user', '/users-and-access?dialog=add-user'),
  { name: 'add-user-refused', show: (page) => submitDialog(page, '/users-and-access?dialog=add-user') },
  at('generate-key', '/users-and-access?dialog=generate-key'),
  { name: 'generated-key', show: generateKey },
  { name: 'key-page', show: openKeyPage },
  { name: 'rotating-key', show: (page) => followFirst(page, '/users-and-access?key=Shop', keyLinks) },
  { name: 'revoke-key', show: openRevokeDialog },
  { name: 'user-page', show: openUserPage },
  { name: 'end-sessions-of-user', show: openEndSessionsDialog },
  { name: 'accounts-of-user', show: openAccountsOfUser },
  at('access-requests', '/users-and-access/requests'),
  { name: 'decide-request', show: (page) => followFirst(page, '/users-and-access/requests', 'a[href*="decide="]') },
  at('manage-accounts', '/manage/accounts'),
  { name: 'accounts-selected', show: (page) => selectRows(page, '/manage/accounts') },
  { name: 'add-to-group', show: addToGroup },
  at('account-groups', '/manage/accounts/groups'),
  { name: 'account-group', show: (page) => openGroup(page) },
  { name: 'group-add-accounts', show: (page) => openGroup(page, '?dialog=accounts') },
  { name: 'group-give', show: (page) => openGroup(page, '?dialog=give') },
  { name: 'group-delete', show: (page) => openGroup(page, '?dialog=delete') },
  at('account-page', '/manage/accounts/id/us-113965'),
  at('suspend-account', '/manage/accounts/id/us-113965?dialog=suspend'),
  { name: 'add-account-refused', show: (page) => submitDialog(page, '/manage/accounts?dialog=add') },
  at('manage-accounts-nothing-found', '/manage/accounts?q=zzzzzz'),
  at('import', '/manage/accounts/import'),
  at('activity', '/activity'),
  { name: 'event-expanded', show: expandEvent },
  at('activity-filtered', '/activity?kind=portal_session&period=7d'),
  at('webhooks', '/settings/webhooks'),
  at('add-webhook', '/settings/webhooks?dialog=add'),
  { name: 'webhook', show: (page) => followFirst(page, '/settings/webhooks', 'a[href^="/settings/webhooks/"]') },
  at('refused-requests', '/why'),
  at('activity-nothing-found', '/activity?person=zzzzzz'),
  at('organization', '/settings'),
  at('sign-in-settings', '/settings/sign-in'),
  at('add-provider', '/settings/sign-in/add?preset=entra'),
  at('provisioning', '/settings/provisioning'),
  at('notices', '/settings/notices'),
  at('end-all-sessions', '/settings/sign-in?do=end-sessions'),
  at('your-account', '/your-account'),
  at('your-account-names', '/your-account?change=sign-in'),
  at('end-other-sessions', '/your-account?dialog=end-others'),
  at('api-reference', '/api-reference'),
]

function at(name: string, path: string): Screen {
  return { name, show: (page) => page.goto(path) }
}

async function refuseSignIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.locator('input[name=name]').fill('olivia')
  await page.locator('input[name=password]').fill('not-her-password')
  await page.locator('button[type=submit]').click()
  await page.locator('[role=alert]:not(:empty)').first().waitFor()
}

async function openLink(page: Page, product: ShownProduct): Promise<void> {
  await page.goto(await requestGrantUrl(product, await localeOf(page)))
}

/** An account opens in the language of its link. */
async function localeOf(page: Page): Promise<string> {
  const language = await page.evaluate(() => navigator.language.slice(0, 2))
  return language === 'en' ? 'en-gb' : `${language}-${language}`
}

async function openLinkTwice(page: Page, product: ShownProduct): Promise<void> {
  const grantUrl = await requestGrantUrl(product, await localeOf(page))
  await page.goto(grantUrl)
  await page.goto(grantUrl)
}

async function openUserMenu(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator('header button[popovertarget]').click()
}

async function openShortcuts(page: Page): Promise<void> {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator(':focus').evaluate((field: HTMLElement) => field.blur())
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('sol')
  await page.locator('mark').first().waitFor()
}

async function scrollToKeys(page: Page): Promise<void> {
  await page.goto('/users-and-access')
  await page.locator('#api-keys').scrollIntoViewIfNeeded()
  await page.goto('/users-and-access#api-keys')
}

function openAccountsOfUser(page: Page): Promise<unknown> {
  return followFirst(page, '/users-and-access', 'a[href$="/accounts"][href^="/users-and-access/users/"]')
}

/** The one screen that changes something: each picture leaves a key behind. */
async function generateKey(page: Page): Promise<void> {
  await page.goto('/users-and-access?dialog=generate-key')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=name]').fill(`CRM ${Date.now() % 100_000}`)
  await dialog.locator('button[type=submit]').last().click()
  await dialog.locator('code').first().waitFor()
}

async function openKeyPage(page: Page): Promise<void> {
  await followFirst(page, '/users-and-access', keyLinks)
}

async function openUserPage(page: Page): Promise<void> {
  await followFirst(page, '/users-and-access', 'a[href^="/users-and-access/users/"]')
}

async function openEndSessionsDialog(page: Page): Promise<void> {
  await openUserPage(page)
  await page.goto(`${page.url()}?do=end-sessions`)
  await page.getByRole('dialog').waitFor()
}

async function openRevokeDialog(page: Page): Promise<void> {
  await openKeyPage(page)
  await page.goto(`${page.url()}?dialog=revoke-key`)
  await page.getByRole('dialog').waitFor()
}

async function selectRows(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  for (const row of [0, 2, 3]) await page.locator('input[data-pick=row]').nth(row).check()
}

/** The summary of a change of users, some of whom it leaves out. */
async function changeUsers(page: Page, verb: 'give' | 'deactivate'): Promise<void> {
  await page.goto('/users-and-access/users', { waitUntil: 'networkidle' })
  for (const row of [0, 2, 4, 7]) await page.locator('input[data-pick=row]').nth(row).check()
  await page.locator(`button[name=verb][value=${verb}]`).click()
  await page.getByRole('dialog').waitFor()
}

/** Submits the empty form of a dialog, for the errors next to its fields. */
async function submitDialog(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('dialog').locator('button[type=submit]').last().click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}

async function addToGroup(page: Page): Promise<void> {
  await selectRows(page, '/manage/accounts?q=gmbh')
  await page.locator('button[name=verb][value=added]').click()
  await page.getByRole('dialog').waitFor()
}

async function openGroup(page: Page, query = ''): Promise<void> {
  await page.goto('/manage/accounts/groups')
  const group = page.getByRole('link', { name: 'Key customers', exact: true })
  await page.goto(`${await group.getAttribute('href')}${query}`)
}

async function expandEvent(page: Page): Promise<void> {
  await page.goto('/activity')
  await page
    .locator('summary[aria-labelledby]')
    .first()
    .click({ position: { x: 4, y: 4 } })
}

/** Opens the page behind the first link of another page. */
async function followFirst(page: Page, path: string, link: string): Promise<void> {
  await page.goto(path)
  await page.goto((await page.locator(link).first().getAttribute('href')) ?? '/nowhere')
}
