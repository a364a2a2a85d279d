import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, issueTokens, postForm, signIn, test } from './fixtures.ts'
import { productEnvironment } from './product.ts'

const password = 'seven quiet otters paddle east'

/** Runs a command as an operator does who sits beside the server: another process on the same data. */
async function latchkey(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/latchkey.ts', ...words, '--json'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...productEnvironment },
  })
  return JSON.parse(stdout)
}

test('a person who is created there signs in at once, and is out at once', async ({ page, world }) => {
  const account = await world.createAccount('Command Mill')
  const username = `ops-${Date.now()}`
  const email = `${username}@example.com`
  const person = ['--username', username, '--email', email, '--name', 'Olu Okonkwo', '--role', 'agent']
  const { id } = await latchkey('user', 'create', ...person, '--password', password, '--accounts', account.id)
  await signIn(page, { id: String(id), name: 'Olu Okonkwo', email, username, password })
  await page.getByRole('link', { name: 'Open account Command Mill' }).click()
  await expect(page.getByRole('banner')).toContainText('Signed in as Olu Okonkwo')

  await latchkey('user', 'deactivate', email)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can no longer use this account')
  await page.goto('/')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a link that is made there sets a password here', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  const { url } = await latchkey('user', 'set-password-link', agent.email)
  await page.goto(String(url))
  await page.getByLabel('New password', { exact: true }).fill('nine slow herons cross north')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page.getByRole('button', { name: agent.name })).toBeVisible()
})

test('a key works as soon as it is generated there, and is refused as soon as it is revoked', async ({ world }) => {
  const account = await world.createAccount('Command Loom')
  const owner = await world.createPerson('agent', [account])
  const { keyId, secret } = await latchkey('key', 'create', '--user', owner.email, '--name', 'From the terminal')
  const key = { keyId: String(keyId), secret: String(secret), owner }
  const { accessToken } = await issueTokens(key)
  const headers = { Authorization: `Bearer ${accessToken}` }
  expect((await postForm('/auth/v1/sso', { accountId: account.id }, headers)).status).toBe(200)

  await latchkey('key', 'revoke', key.keyId)
  expect((await postForm('/auth/v1/sso', { accountId: account.id }, headers)).status).toBe(401)
  const credentials = { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret }
  expect((await postForm('/auth/v1/token', credentials)).status).toBe(401)
})
