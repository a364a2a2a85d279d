import type { Page } from '@playwright/test'
import { variations } from './complete.ts'
import { expect, postForm, signIn, type TestKey, test } from './fixtures.ts'

const refresh = (username: string, refreshToken: string) =>
  postForm('/auth/v1/token', { grantType: 'refresh_token', clientId: username, refreshToken })

const request = ({ keyId }: Pick<TestKey, 'keyId'>, secret: string) =>
  postForm('/auth/v1/token', { grantType: 'client_credentials', clientId: keyId, clientSecret: secret })

/** The secret that the dialog shows, after which it is closed. */
async function readSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
  const secret = /lksec_\w{49}/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await dialog.getByLabel('I have stored the secret').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return secret
}

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('an admin rotates a key in use without a refused call, sees that the old secret is safe to retire, retires it', async ({
      page,
      world,
    }) => {
      const agent = await world.createPerson('agent')
      const key = await world.createKey(agent)
      await signIn(page, await world.createPerson('admin'), `/users-and-access/keys/${key.keyId}`)
      const first = await (await request(key, key.secret)).json()

      await page.getByRole('link', { name: 'Rotate', exact: true }).click()
      const keep = page.getByRole('dialog').getByRole('group', { name: 'Keep the old secret working for' })
      await keep.getByLabel('1 hour').check()
      await page.getByRole('button', { name: 'Rotate key' }).click()
      const secret = await readSecret(page)
      const card = page.getByRole('region', { name: 'Secrets' })
      await expect(card).toContainText('Pending')
      const second = await (await request(key, key.secret)).json()

      expect((await request(key, secret)).status).toBe(200)
      await page.reload()
      await expect(page.getByText('Rotating', { exact: true })).toBeVisible()
      await expect(card).toContainText('2 token families still use it')

      await card.getByRole('link', { name: 'Rehearse' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Rehearse' }).click()
      await expect(card).toContainText('No program was refused so far')
      expect((await request(key, key.secret)).status).toBe(401)
      const refreshed = await refresh(agent.username, first.refreshToken)
      expect(refreshed.status).toBe(200)
      await expect(async () => {
        await page.reload()
        const refused = card.getByRole('region', { name: 'Refused during the rehearsal' })
        await expect(refused).toContainText(/127\.0\.0\.1|::/)
      }).toPass()
      await card.getByRole('button', { name: 'End rehearsal' }).click()
      await expect(card.getByRole('link', { name: 'Rehearse' })).toBeVisible()

      const { refreshToken } = await refreshed.json()
      for (const token of [refreshToken, second.refreshToken]) {
        await postForm('/auth/v1/revoke', { token, clientId: agent.username })
      }
      await page.reload()
      await expect(card).toContainText('Safe to retire')
      // Counts are written every 10 seconds.
      await expect(async () => {
        await page.reload()
        await expect(card.getByRole('listitem').filter({ hasText: 'Current' })).toContainText('1 call in 24 hours')
        await expect(card.getByRole('listitem').filter({ hasText: 'Retiring' })).toContainText('3 calls in 24 hours')
      }).toPass()
      await page.getByText('Show as table').click()
      const bySecret = page.getByRole('table', { name: 'Usage by secret' })
      await expect(bySecret.getByRole('row')).toContainText([
        /^Secret/,
        /^Current, .*Calls1Accounts opened0Refusals0$/,
        /^Retiring, .*Calls3Accounts opened0Refusals1$/,
      ])
      await card.getByRole('link', { name: 'Retire', exact: true }).click()
      await page.getByRole('button', { name: 'Retire secret' }).click()
      await expect(card).toContainText('Retired')
      expect([(await request(key, key.secret)).status, (await request(key, secret)).status]).toEqual([401, 200])
    })
  })
}

test('a leaked secret ends at once, and the key has a new one', async ({ page, world }) => {
  const key = await world.createKey(await world.createPerson('agent'))
  await signIn(page, await world.createPerson('admin'), `/users-and-access/keys/${key.keyId}?secret=leaked`)
  await page.getByRole('button', { name: 'End and replace' }).click()
  const secret = await readSecret(page)
  expect((await request(key, key.secret)).status).toBe(401)
  expect((await request(key, secret)).status).toBe(200)
})
