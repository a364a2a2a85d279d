import { firefoxMissing } from './firefox.ts'
import { expect, issueTokens, requestGrantUrl, test } from './fixtures.ts'

// Firefox with scripts turned off by preference: BiDi can't do it for one context, so this is a separate project.
test.skip(firefoxMissing !== undefined, firefoxMissing)

test('a link opens an account without scripts, and End leads back', async ({ page, world }) => {
  const backUrl = `${await world.allowReturnOrigin()}/case/7`
  const account = await world.createAccount('Quiet Mill')
  const tokens = await issueTokens(await world.createKey(await world.createPerson('agent', [account])))
  await page.goto(await requestGrantUrl(tokens, account, { backUrl, locale: 'en-gb' }))
  // Playwright waits with the page's promises and animation frames, which need scripts.
  const text = (await page.locator('body').textContent()) ?? ''
  expect(text).toContain('30 minutes left')
  // A script would show these in the user's time zone.
  expect(text.match(/\d+ \w+ \d{4}, \d\d:\d\d UTC/g)).toHaveLength(3)
  await page.getByRole('button', { name: 'End and return' }).click({ force: true })
  await page.waitForURL(backUrl)
})
