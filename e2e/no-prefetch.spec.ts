import { expect, signIn, test } from './fixtures.ts'

test('links in rows are not prefetched', async ({ page, world }) => {
  const account = await world.createAccount('Rows of Rye')
  await Promise.all([world.createPerson('agent', [account]), world.createPerson('agent', [account])])
  await signIn(page, await world.createPerson('owner', [account]), `/launch/${account.id}`)
  const ahead: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    url.searchParams.delete('_rsc')
    // Links in the header have no query; links in rows do.
    if (request.headers()['next-router-prefetch'] !== undefined && url.search !== '') ahead.push(url.href)
  })
  for (const path of ['/', '/overview', '/users-and-access', '/manage/accounts', '/activity']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(ahead).toEqual([])
  }
})
