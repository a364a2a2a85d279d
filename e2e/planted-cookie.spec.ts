import { firefoxMissing } from './firefox.ts'
import { expect, issueTokens, product, requestGrantUrl, test } from './fixtures.ts'

test.skip(({ browserName }) => browserName === 'firefox' && firefoxMissing !== undefined, firefoxMissing)

test('a planted session cookie is refused, and after deleting the cookies the user can sign in', async ({
  page,
  world,
}) => {
  const account = await world.createAccount('Contoso Ltd')
  const owner = await world.createPerson('agent', [account])
  const key = await world.createKey(owner)
  await page.goto(await requestGrantUrl(await issueTokens(key), account))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Contoso Ltd')

  // As a sibling host does with Domain=; a longer path is sent first (RFC 6265 §5.4).
  const [session] = (await page.context().cookies()).filter(({ name }) => name.endsWith('latchkey-account'))
  const path = `/accounts/${account.id}/orders`
  await page.context().addCookies([{ name: session?.name ?? '', value: 'planted', domain: 'localhost', path }])
  const response = await page.goto(`${product.baseUrl}${path}`)
  expect(response?.status()).toBe(400)
  await expect(heading).toHaveText('Your browser sent two session cookies')

  await page.getByRole('button', { name: 'Delete cookies' }).click()
  await page.waitForURL(/\/sign-in/)
  const left = (await page.context().cookies()).map(({ name }) => name)
  // Scripts of the sign-in page set these two again.
  expect(left.filter((name) => !/(time-zone|latchkey-browser)$/.test(name))).toEqual([])
  await page.goto(await requestGrantUrl(await issueTokens(key), account, { deepPath: path }))
  await expect(page).toHaveURL(`${product.baseUrl}${path}`)
  await expect(heading).toHaveText('Contoso Ltd')
})
