import { expect, signIn, test } from './fixtures.ts'

test('nothing is fetched ahead', async ({ page, world }) => {
  const account = await world.createAccount('Rows of Rye')
  await Promise.all([world.createPerson('agent', [account]), world.createPerson('agent', [account])])
  await signIn(page, await world.createPerson('owner', [account]), `/launch/${account.id}`)
  const ahead: string[] = []
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch'] !== undefined) ahead.push(request.url())
  })
  for (const path of ['/', '/overview', '/users-and-access', '/manage/accounts', '/activity']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(ahead).toEqual([])
  }
})
