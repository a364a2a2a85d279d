import { expect, signIn, test } from './fixtures.ts'

test('a page that the role doesn’t allow answers 403 under the portal’s header', async ({ page, world }) => {
  await signIn(page, await world.createPerson('agent'), '/')
  for (const path of [
    '/overview',
    '/users-and-access',
    '/manage/accounts',
    '/manage/accounts/import',
    '/activity',
    '/settings/webhooks',
  ]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(403)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  }
})
