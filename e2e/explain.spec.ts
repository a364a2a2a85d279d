import { maxStreamsPerUser } from '#lib/web/endpoints/key-live.ts'
import { findViolations } from './axe.ts'
import { expect, product, signIn, test } from './fixtures.ts'
import { ask, form, formType } from './http-client.ts'

test('an admin sees live why a secret with a line break is refused, then the corrected call', async ({
  page,
  world,
}) => {
  const admin = await world.createPerson('admin')
  const owner = await world.createPerson('agent')
  const key = await world.createKey(owner)
  const call = (clientSecret: string) =>
    ask({ headers: formType, body: form({ grantType: 'client_credentials', clientId: key.keyId, clientSecret }) })
  await signIn(page, admin, `/users-and-access/keys/${key.keyId}`)
  const live = page.getByRole('region', { name: 'Live' })
  await expect(live.getByText('Listening')).toBeVisible()
  await expect(live.getByRole('heading', { name: 'Waiting for the first call' })).toBeVisible()

  const { requestId } = JSON.parse((await call(`${key.secret}\n`)).body)
  await expect(live.getByText('The secret ends in a line break.')).toBeVisible()
  await expect(live.getByText('Trim the secret where your program reads it')).toBeVisible()
  expect((await call(key.secret)).status).toBe(200)
  await expect(live.getByRole('heading', { name: 'First call' })).toBeVisible()

  expect(await findViolations(page)).toEqual([])
  await live.getByRole('link', { name: requestId }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The secret ends in a line break.' })).toBeVisible()
  await expect(page.getByText('401 invalid_client')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.goto('/why')
  await page.getByLabel('Request ID').fill('req_unknown')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByText('No refusal is stored for this request ID')).toBeVisible()

  await page.goto('/overview')
  await page.getByRole('link', { name: /^[\d,]+ refused requests? in the last 24 hours$/ }).click()
  const newest = page.getByRole('region', { name: 'Refused in the last 24 hours' })
  await expect(newest.getByRole('listitem').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await newest.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/why\/req_\w{20}$/)
})

test('a page beyond the limit of live pages is reloaded, until there is room', async ({ page, world }) => {
  const key = await world.createKey(await world.createPerson('agent'))
  const path = `/users-and-access/keys/${key.keyId}`
  await page.clock.install()
  await signIn(page, await world.createPerson('admin'), '/')
  const Cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const others = new AbortController()
  const open = () => fetch(`${product.baseUrl}${path}/live`, { headers: { Cookie }, signal: others.signal })
  const streams = await Promise.all(Array.from({ length: maxStreamsPerUser }, open))
  expect(streams.map(({ status }) => status)).toEqual(Array(maxStreamsPerUser).fill(200))

  await page.goto(path)
  const live = page.getByRole('region', { name: 'Live' })
  await expect(live.getByText('Not live')).toBeVisible()
  const body = form({ grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret })
  expect((await ask({ headers: formType, body })).status).toBe(200)
  await expect(live.getByRole('heading', { name: 'Waiting for the first call' })).toBeVisible()
  await live.getByRole('link', { name: 'Reload' }).click()
  await expect(live.getByRole('heading', { name: 'First call' })).toBeVisible()
  await expect(live.getByText('Not live')).toBeVisible()

  others.abort()
  await page.clock.fastForward(10_000)
  await expect(live.getByText('Listening')).toBeVisible()
})
