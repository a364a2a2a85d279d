import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { complete, variations } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import {
  expect,
  issueTokens,
  requestGrantUrl,
  type TestAccount,
  type TestPerson,
  test,
  type World,
} from './fixtures.ts'

type Opened = Readonly<{ account: TestAccount; person: TestPerson }>

/** Opens a new account in this page through a sign-in link, as a program would. */
async function openAccount(world: World, page: Page, name: string, fields: Record<string, string>): Promise<Opened> {
  const account = await world.createAccount(name)
  const person = await world.createPerson('agent', [account])
  const tokens = await issueTokens(await world.createKey(person))
  await page.goto(await requestGrantUrl(tokens, account, fields))
  return { account, person }
}

test('an account is in its language, the bar in the user’s, and ending it returns to backUrl', async ({
  world,
  page,
}) => {
  const backUrl = `${await world.allowReturnOrigin()}/case/7`
  const { account, person } = await openAccount(world, page, 'Kettenfabrik Unna', { backUrl, locale: 'de-at' })

  await expect(page).toHaveURL(`/accounts/${account.id}`)
  await expect(page).toHaveTitle('Kettenfabrik Unna · Latchkey')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-AT')
  const bar = page.getByRole('banner')
  await expect(bar).toContainText(`Kettenfabrik Unna ${account.id}`)
  await expect(page.getByRole('main')).toContainText('Zielpfad')
  await expect(bar).toHaveAttribute('lang', /^en/)
  await expect(bar).toContainText(`Signed in as ${person.name}`)
  await expect(bar.getByRole('link', { name: '30 minutes left' })).toBeVisible()

  await bar.getByRole('button', { name: 'End and return' }).click()
  await expect(page).toHaveURL(backUrl)
  await page.goto(`/accounts/${account.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This account isn’t open here')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an account shows everything and can be ended', complete, async ({ world, page }) => {
    const { account } = await openAccount(world, page, 'Paper and Sons', { locale: 'en-gb' })
    await expect(page.getByText('30 minutes left')).toBeVisible()
    await expect(page.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/)).toHaveCount(3)
    await page.getByRole('button', { name: 'End and return' }).click()
    await expect(page).not.toHaveURL(`/accounts/${account.id}`)
  })
})

test('accounts are open side by side, and ending one leaves the other', complete, async ({ world, context }) => {
  const [left, right] = [await context.newPage(), await context.newPage()]
  await openAccount(world, left, 'North Mill', {})
  const other = await openAccount(world, right, 'South Mill', {})
  await left.reload()
  await expect(left.getByRole('banner')).toContainText('North Mill')
  await left.getByRole('button', { name: 'End and return' }).click()
  await right.reload()
  await expect(right.getByRole('banner')).toContainText(`Signed in as ${other.person.name}`)
})

test('the last minutes of a session are announced, and following the link extends it', async ({ world, page }) => {
  await page.clock.install()
  await openAccount(world, page, 'West Mill', {})
  const announced = page.getByRole('status')
  await expect(announced).toHaveText('')
  await page.clock.runFor(26 * 60_000)
  await expect(announced).toHaveText('5 minutes left')
  await page.getByRole('link', { name: '4 minutes left' }).click()
  await expect(page.getByRole('link', { name: '30 minutes left' })).toBeVisible()
})

test('an open tab shows that its session has ended', complete, async ({ world, page, context }) => {
  const { account } = await openAccount(world, page, 'East Mill', {})
  const second = await context.newPage()
  await second.goto(`/accounts/${account.id}`)
  await second.getByRole('button', { name: 'End and return' }).click()
  await second.waitForURL((url) => !url.pathname.startsWith('/accounts/'))
  // The event of returning to a tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This account isn’t open here')
})

for (const colorScheme of variations(['light', 'dark'] as const)) {
  test(
    `an account is accessible in the ${colorScheme} theme, on a phone too`,
    complete,
    async ({ world, page, browserName }) => {
      test.skip(browserName === 'firefox' && colorScheme === 'dark', firefoxLacks.media)
      await page.emulateMedia({ colorScheme })
      await openAccount(world, page, 'A rather long name of an association of manufacturers of fine paper', {})
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await findViolations(page)).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      }
    },
  )
}
