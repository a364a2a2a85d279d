import { Crawler } from './crawl-page.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, signIn, test } from './fixtures.ts'
import { install } from './installation.ts'

test('a page that fails keeps the header, names its request, and leads back', async ({ page, browserName }) => {
  test.skip(browserName === 'firefox', firefoxLacks.media)
  const site = await install('localhost')
  const { schema } = site.world.services.db
  await signIn(page, await site.world.createPerson('owner'), `${site.baseUrl}/sign-in`)
  const broken = `${site.baseUrl}/activity`
  const isLogged = async () => {
    const id = await page.locator('main code').textContent()
    return id?.startsWith('req_') === true && site.instance.printed.includes(`"requestId":"${id}"`)
  }
  await schema.alterTable('audit_events').renameTo('audit_events_away').execute()

  const crawler = await Crawler.start(page)
  expect((await crawler.visit(broken, { status: 500, crashed: true })).faults).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).toHaveTitle('Something went wrong on our side · Latchkey')
  await expect.poll(isLogged).toBe(true)

  await page.getByRole('link', { name: 'Go to your accounts' }).click()
  await expect(page).toHaveURL(`${site.baseUrl}/`)

  // The page is requested by a script, and the document is another one.
  await page.goto(`${site.baseUrl}/settings`)
  const former = await page.locator('html').getAttribute('data-request')
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.locator('main code')).not.toHaveText(former ?? '')
  await expect.poll(isLogged).toBe(true)

  await schema.alterTable('audit_events_away').renameTo('audit_events').execute()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity')
  await site.remove()
})
