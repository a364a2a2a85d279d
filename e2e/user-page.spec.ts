import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { personOf } from '#lib/testing/people.ts'
import { complete, variations } from './complete.ts'
import { chooseInMenu, expect, postForm, signIn, type TestPerson, test, type World } from './fixtures.ts'

test('an admin ends the sessions of a user, who has to sign in again', async ({ page, browser, world }) => {
  const account = await world.createAccount('Millbrook Dairy')
  const agent = await world.createPerson('agent', [account])
  const agentPage = await (await browser.newContext()).newPage()
  await signIn(agentPage, agent)
  const opened = await agentPage.context().newPage()
  await opened.goto(`/launch/${account.id}`)
  await expect(opened).toHaveURL(`/accounts/${account.id}`)

  const admin = await world.createPerson('admin')
  await signIn(page, admin, `/users-and-access?q=${agent.username}`)
  await world.outdateConfirmation(admin)
  await page.getByRole('link', { name: agent.name }).click()
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions).toContainText('Chrome on')
  await expect(page.getByRole('region', { name: 'Open accounts' })).toContainText('Millbrook Dairy')
  await sessions.getByRole('link', { name: 'End all' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'End sessions' }).click()
  await expect(sessions).toContainText('Not signed in anywhere.')
  await expect(page.locator('#sheet')).toBeFocused()

  await agentPage.getByRole('link', { name: 'Switch to Millbrook Dairy' }).first().click()
  await expect(agentPage.getByRole('heading', { level: 1 })).not.toContainText('Millbrook Dairy')
  await agentPage.goto('/')
  await expect(agentPage).toHaveURL(/\/sign-in/)
  await opened.reload()
  await expect(opened.getByRole('heading', { level: 1 })).not.toContainText('Millbrook Dairy')
  await agentPage.context().close()
})

/** Keys that the person generated, whose secrets they saw. */
async function generateKeys({ services }: World, { username }: TestPerson, names: readonly string[]) {
  const user = await findUserByName(services.db, username)
  if (!user) throw new Error('the person exists')
  const actor: Actor = personOf(services, user)
  return Promise.all(
    names.map((name) => generateApiKey(services, actor, { name, ownerId: user.id, expiresInDays: 30 })),
  )
}

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('an owner rotates every key whose secret a leaver knows, and the old secrets work for a while', async ({
      page,
      world,
    }) => {
      const leaver = await world.createPerson('admin', [], 'leaver')
      const [shop, crm] = await generateKeys(world, leaver, ['Shop', 'CRM'])
      const program = (await world.createPerson('agent')).id
      const ids = [shop?.id ?? '', crm?.id ?? '']
      // The keys of programs belong to users who stay.
      await world.services.db.updateTable('api_keys').set({ owner_id: program }).where('id', 'in', ids).execute()
      await signIn(page, await world.createPerson('owner'), `/users-and-access/users/${leaver.id}`)
      await chooseInMenu(page, leaver.name, 'Deactivate')
      await expect(page.getByText(`Secrets that ${leaver.name} has seen keep working.`)).toBeVisible()
      await page.getByRole('button', { name: `Deactivate ${leaver.name}` }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.goto(`/users-and-access/users/${leaver.id}`)
      await expect(page.getByRole('main').getByText('Deactivated').first()).toBeVisible()

      const secrets = page.getByRole('region', { name: 'Secrets this user may know' })
      await expect(secrets.getByText('Rotate', { exact: true })).toHaveCount(2)
      await secrets.getByRole('link', { name: 'Rotate all' }).click()
      await page.getByRole('button', { name: 'Rotate 2 keys' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Copy the secrets now. You won’t see them again.')).toBeVisible()
      const shown = new Set((await dialog.textContent())?.match(/lksec_\w{49}/g))
      expect(shown.size).toBe(2)
      await dialog.getByLabel('I have stored the secrets').check()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(secrets.getByText('New secret not used yet')).toHaveCount(2)
      await expect(secrets.getByRole('link', { name: 'Rotate all' })).toHaveCount(0)
      await expect(page.getByText(/lksec_/)).toHaveCount(0)

      const fresh = await Promise.all([...shown].map((secret) => requestToken(ids, secret)))
      expect(fresh.flat().toSorted()).toEqual([200, 200, 401, 401])
      expect(await requestToken(ids, shop?.secret ?? '')).toEqual([200, 401])
    })
  })
}

/** The status of a token request of each key with this secret. */
function requestToken(ids: readonly string[], clientSecret: string): Promise<number[]> {
  return Promise.all(
    ids.map(async (clientId) => {
      const fields = { grantType: 'client_credentials', clientId, clientSecret }
      return (await postForm('/auth/v1/token', fields)).status
    }),
  )
}

test('an admin sees no page of an owner', complete, async ({ page, world }) => {
  await signIn(page, await world.createPerson('admin'))
  const response = await page.goto(`/users-and-access/users/${(await world.createPerson('owner')).id}`)
  expect(response?.status()).toBe(403)
})

test('an owner, and no admin, may end everyone’s sessions after confirming', complete, async ({ page, world }) => {
  const owner = await world.createPerson('owner')
  await signIn(page, owner, '/settings/sign-in')
  await world.outdateConfirmation(owner)
  await page.getByRole('link', { name: 'End everyone’s sessions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('All users are signed out of the portal immediately.')).toBeVisible()
  // Other journeys are signed in.
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.context().clearCookies()
  await signIn(page, await world.createPerson('admin'), '/settings/sign-in?do=end-sessions')
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
