import { randomBase62 } from '#lib/kernel/crypto.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { findViolations } from './axe.ts'
import { expect, expectDialogGone, keyOwnerField, product, signIn, test, type World } from './fixtures.ts'

/** A directory that has provisioned one user in one group. */
async function provision(world: World) {
  const { keyId, secret } = await world.createKey(await world.createPerson('owner'), ['scim'], 'Directory')
  const call = async (path: string, body: object) => {
    const response = await fetch(`${product.baseUrl}/scim/v2${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keyId}.${secret}`, 'Content-Type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(201)
    return response.json()
  }
  const suffix = randomBase62(8).toLowerCase()
  const user = { userName: `quinn-${suffix}@corp.example`, displayName: `Quinn ${suffix}`, externalId: `ext-${suffix}` }
  const { id } = await call('/Users', user)
  await call('/Groups', { displayName: `Desk ${suffix}`, members: [{ value: id }] })
  return { ...user, id, group: `Desk ${suffix}` }
}

test('an owner connects a directory, maps a group, and sees whom it manages', async ({ page, world }) => {
  const { id, group, externalId, displayName } = await provision(world)
  const accountGroup = `Foundries ${randomBase62(6)}`
  await makeGroup(world.services, [], accountGroup)
  await signIn(page, await world.createPerson('owner'), '/settings/provisioning')
  await expect(page.getByText(`${product.baseUrl}/scim/v2`)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const row = page.getByRole('row', { name: group })
  await expect(row).toContainText('1')
  await expect(row).toContainText('Nothing')

  await row.getByRole('link', { name: `Map ${group}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Members get').selectOption({ label: `Account group: ${accountGroup}` })
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Map group' }).click()
  await expectDialogGone(page)
  await expect(row).toContainText(accountGroup)

  await page.goto(`/users-and-access/users/${id}`)
  await expect(page.getByRole('heading', { name: displayName })).toBeVisible()
  const managed = page.getByRole('region', { name: 'Managed by provisioning' })
  await expect(managed).toContainText(externalId)
  expect(await findViolations(page)).toEqual([])

  await page.goto('/settings/provisioning')
  await row.getByRole('link', { name: 'Remove the mapping' }).click()
  await dialog.getByRole('button', { name: 'Remove mapping' }).click()
  await expectDialogGone(page)
  await expect(row).toContainText('Nothing')
})

test('a directory is connected by one button, and its token works', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'), '/settings/provisioning')
  await page.getByRole('link', { name: 'Connect directory' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('doesn’t expire')
  await dialog.getByRole('button', { name: 'Connect directory' }).click()
  await expect(dialog.getByText('Copy the token now. You won’t see it again.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy URL' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy token' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const token = (await dialog.getByText(/^lkid_\w+\.lksec_/).textContent()) ?? ''
  const headers = { Authorization: `Bearer ${token}` }
  expect((await fetch(`${product.baseUrl}/scim/v2/Users?count=1`, { headers })).status).toBe(200)
  const keyId = token.split('.', 1)[0] ?? ''
  const key = world.services.db.selectFrom('api_keys').innerJoin('users', 'users.id', 'api_keys.owner_id')
  const row = await key
    .select(['users.username', 'users.name', 'expires_at'])
    .where('api_keys.id', '=', keyId)
    .execute()
  expect(row).toEqual([{ username: 'provisioning', name: 'Provisioning', expires_at: null }])
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expectDialogGone(page)
  expect(await page.content()).not.toContain(token)
})

test('the key of a directory needs no choice: it has its own identity and no expiry', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key&of=scim')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^Provision users by SCIM/ })).toBeChecked()
  await expect(dialog).toContainText('The connection acts as “Provisioning”')
  for (const hidden of ['Owner', 'New service user', 'Never']) {
    await expect(dialog.getByLabel(hidden, { exact: true }).filter({ visible: true })).toHaveCount(0)
  }
  await expect(dialog.getByText('Advanced')).toBeHidden()
  const name = `Directory ${randomBase62(6)}`
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  await expect(dialog).toContainText('SCIM_TOKEN=')
  await expect(dialog).toContainText('It doesn’t expire.')
  await page.goto('/users-and-access?dialog=generate-key&of=manage')
  await expect(dialog.getByRole('radio', { name: /^Manage Latchkey/ })).toBeChecked()
  await expect(keyOwnerField(page).locator('option', { hasText: 'provisioning' })).toHaveCount(0)
})

test('an admin has no purpose that only owners may use', async ({ page, world }) => {
  await signIn(page, await world.createPerson('admin'), '/users-and-access?dialog=generate-key&of=scim')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^Open accounts/ })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: /SCIM/ })).toHaveCount(0)
  await dialog.getByLabel('New service user').check()
  await dialog.getByText('Manage Latchkey by program').click()
  await expect(dialog.getByLabel('New service user')).toBeHidden()
  await expect(keyOwnerField(page).locator('option')).toHaveText([/\(you\)$/])
})

test('an admin sees the groups, and maps none', async ({ page, world }) => {
  const { group } = await provision(world)
  await signIn(page, await world.createPerson('admin'), '/settings/provisioning')
  await expect(page.getByRole('row', { name: group })).toBeVisible()
  await expect(page.getByRole('link', { name: `Map ${group}` })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Connect directory' })).toHaveCount(0)
  await page.goto(`/settings/provisioning?map=${encodeURIComponent(group)}`)
  await expect(page.getByText('Only owners see and change what groups give.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a group is mapped to a role, and the mapping removed', async ({ page, world }) => {
    const { group } = await provision(world)
    await signIn(page, await world.createPerson('owner'), '/settings/provisioning')
    const row = page.getByRole('row', { name: group })
    await row.getByRole('link', { name: `Map ${group}` }).click()
    await page.getByLabel('Members get').selectOption({ label: 'The role Agent' })
    await page.getByRole('button', { name: 'Map group' }).click()
    await expect(row).toContainText('Role: Agent')
    await row.getByRole('link', { name: 'Remove the mapping' }).click()
    await page.getByRole('button', { name: 'Remove mapping' }).click()
    await expect(row).toContainText('Nothing')
  })
})
