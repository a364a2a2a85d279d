import type { Browser, Page } from '@playwright/test'
import { timeZoneCookie } from '#lib/foundation/i18n/preferences.ts'
import { variations } from './complete.ts'
import { chooseInMenu, expect, openAdvanced, ownKeyYourself, postForm, signIn, test } from './fixtures.ts'

const request = (keyId: string, secret: string) =>
  postForm('/auth/v1/token', { grantType: 'client_credentials', clientId: keyId, clientSecret: secret })

/** The link that the dialog shows, after which it is closed. */
async function readLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const link = (await dialog.getByText(/\/hand-over\?token=/).textContent()) ?? ''
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return link
}

/** Opens the link in another browser. */
async function openLink(browser: Browser, link: string, javaScriptEnabled = true): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
  // As after an earlier visit: a first page renders again for its time zone.
  const value = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  await page.context().addCookies([{ name: timeZoneCookie, value, url: link }])
  await page.goto(link)
  return page
}

/** The secret that the recipient generates. */
async function generateSecret(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate secret' }).click()
  await expect(page.getByText('Copy the secret now')).toBeVisible()
  return /lksec_\w{49}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
}

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a new key is handed over; its secret is seen once, by the recipient; a later visitor reports it', async ({
      page,
      browser,
      world,
    }) => {
      const name = `Partner ${Date.now()}`
      await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key')
      await page.getByLabel('Name', { exact: true }).fill(name)
      await ownKeyYourself(page)
      await openAdvanced(page)
      await page.getByLabel('Hand it over by a link').check()
      await page.getByRole('button', { name: 'Generate key' }).click()
      const link = await readLink(page)
      const keyId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const card = page.getByRole('region', { name: 'Secrets' })
      await expect(card).toContainText('Waiting')

      const recipient = await openLink(browser, link, javaScriptEnabled)
      await expect(recipient.getByRole('main')).toContainText(name)
      await recipient.reload()
      const secret = await generateSecret(recipient)
      expect((await request(keyId, secret)).status).toBe(200)
      await recipient.getByLabel('I have stored the secret').check()
      await recipient.getByRole('button', { name: 'Done' }).click()
      await expect(recipient.getByRole('heading', { name: 'The key is yours' })).toBeVisible()
      await recipient.goto(link)
      await expect(recipient.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
      expect(await recipient.content()).not.toContain(secret)

      await page.reload()
      await expect(card).toContainText(/The secret was generated .+ from (127\.0\.0\.1|::)/)
      expect(await page.content()).not.toContain(secret)

      const later = await openLink(browser, link, javaScriptEnabled)
      await expect(later.getByRole('main')).toContainText(
        /was generated on .+ from the network (127\.0\.0\.1|0:0:0:0::\/64)/,
      )
      await later.getByRole('link', { name: 'I didn’t open it' }).click()
      expect((await request(keyId, secret)).status).toBe(200)
      await later.getByRole('button', { name: 'Revoke key' }).click()
      await expect(later.getByRole('heading', { name: 'The key was revoked' })).toBeVisible()
      expect((await request(keyId, secret)).status).toBe(401)
      await page.reload()
      await expect(card).toContainText('Reported')
      for (const each of [recipient, later]) await each.context().close()
    })

    test('the next secret of a key is handed over, and an open link can be withdrawn', async ({
      page,
      browser,
      world,
    }) => {
      const key = await world.createKey(await world.createPerson('agent'))
      await signIn(page, await world.createPerson('admin'), `/users-and-access/keys/${key.keyId}`)
      const handOver = async () => {
        await chooseInMenu(page, `Key of ${key.owner.username}`, 'Hand over…')
        await page.getByRole('button', { name: 'Create link' }).click()
        return readLink(page)
      }
      const first = await handOver()
      const card = page.getByRole('region', { name: 'Secrets' })
      await card.getByRole('button', { name: 'Withdraw' }).click()
      await expect(card).toContainText('Withdrawn')
      const late = await openLink(browser, first, javaScriptEnabled)
      await expect(late.getByRole('heading', { name: 'This link was withdrawn' })).toBeVisible()
      await late.goto(await handOver())
      const secret = await generateSecret(late)
      expect((await request(key.keyId, key.secret)).status).toBe(200)
      expect((await request(key.keyId, secret)).status).toBe(200)
      await page.reload()
      await expect(page.getByText('Rotating', { exact: true })).toBeVisible()
      await late.context().close()
    })
  })
}

test('of two recipients with the same page, the later one reads that the link was used', async ({
  page,
  browser,
  world,
}) => {
  const key = await world.createKey(await world.createPerson('agent'))
  await signIn(page, await world.createPerson('admin'), `/users-and-access/keys/${key.keyId}?secret=hand-over`)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await readLink(page)
  const [one, other] = [await openLink(browser, link), await openLink(browser, link)]
  await generateSecret(one)
  await other.getByRole('button', { name: 'Generate secret' }).click()
  await expect(other.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
  await expect(one.getByText('Copy the secret now')).toBeVisible()
  for (const each of [one, other]) await each.context().close()
})
