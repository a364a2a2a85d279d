import { expect, signIn, test } from './fixtures.ts'

test('opening an account takes three requests', async ({ page, world }) => {
  const account = await world.createAccount('Three Steps')
  await signIn(page, await world.createPerson('agent', [account]))
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname)
  })
  await page.getByRole('link', { name: 'Open account Three Steps' }).click()
  await expect(page.getByRole('banner')).toContainText('Three Steps')
  expect(paths).toEqual([`/launch/${account.id}`, '/sso', `/accounts/${account.id}`])
})
