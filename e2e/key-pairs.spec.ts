import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { randomToken } from '#lib/kernel/crypto.ts'
import { findViolations } from './axe.ts'
import { variations } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, openAdvanced, ownKeyYourself, postForm, product, signIn, test } from './fixtures.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Asks for a token with an assertion that the private key signed. */
async function request(keyId: string, privateJwk: JWK): Promise<Response> {
  const clientAssertion = await new SignJWT({ jti: randomToken() })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(keyId)
    .setSubject(keyId)
    .setAudience(product.baseUrl)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .sign(await importJWK(privateJwk, 'ES256'))
  return postForm('/auth/v1/token', {
    grantType: 'client_credentials',
    clientAssertionType: assertionType,
    clientAssertion,
  })
}

async function makePair(): Promise<{ publicJwk: JWK; privateJwk: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { publicJwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey) }
}

/** Everything that the browser sends and receives from now on. */
function recordTraffic(page: Page): () => string {
  const seen: string[] = []
  page.on('request', (sent) => seen.push(sent.url(), sent.postData() ?? '', JSON.stringify(sent.headers())))
  page.on('response', async (received) => seen.push(await received.text().catch(() => '')))
  page.on('console', (message) => seen.push(message.text()))
  return () => seen.join('\n')
}

/** Downloads the private half of the pair that was made in the page. */
async function downloadPrivateKey(page: Page): Promise<{ file: string; privateJwk: JWK & { d: string } }> {
  const save = page.getByRole('dialog').getByRole('button', { name: 'Download private key' })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  const file = join(test.info().outputDir, download.suggestedFilename())
  await download.saveAs(file)
  return { file, privateJwk: JSON.parse(await readFile(file, 'utf8')) }
}

const keyIdIn = async (page: Page) =>
  /lkid_\w{20}/.exec((await page.getByRole('dialog').textContent()) ?? '')?.[0] ?? ''

test('a key pair is made in the browser: its private half is downloaded once, and goes nowhere else', async ({
  page,
  browserName,
  world,
  context,
}) => {
  test.skip(browserName === 'firefox', firefoxLacks.blobDownloads)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await world.createAccount('Opened with a key pair')
  await signIn(page, await world.createPerson('owner', 'all'), '/users-and-access?dialog=generate-key')
  const traffic = recordTraffic(page)
  const dialog = page.getByRole('dialog')
  const name = `Signer ${Date.now()}`
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await ownKeyYourself(page)
  await openAdvanced(page)
  await dialog.getByLabel('No secret: the program signs with a key pair').check()
  await dialog.getByRole('button', { name: 'Make a key pair in this browser' }).click()
  const save = dialog.getByRole('button', { name: 'Download private key' })
  await expect(save).toBeFocused()
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Download the private key first' })).toBeVisible()
  await expect(save).toBeFocused()
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('link', { name: 'Cancel' }).click(),
  ]) {
    await leave()
    const question = page.getByRole('dialog', { name: 'Discard the key pair?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
  }
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
  expect(await findViolations(page)).toEqual([])

  const { file, privateJwk } = await downloadPrivateKey(page)
  await expect(dialog).toContainText(`${basename(file)} was downloaded`)
  await expect(save).toHaveCount(0)
  expect(await page.content()).not.toContain(privateJwk.d)
  await dialog.getByRole('button', { name: 'Generate key' }).click()

  await expect(dialog.getByRole('heading', { name: `Your new key “${name}”` })).toBeVisible()
  await expect(dialog).toContainText('There is no secret to copy.')
  await expect(dialog).toContainText(`${product.baseUrl}/auth/v1/token`)
  await expect(dialog).toContainText(privateJwk.kid ?? 'no thumbprint')
  expect(await findViolations(page)).toEqual([])
  const keyId = await keyIdIn(page)
  expect((await request(keyId, privateJwk)).status).toBe(200)

  const copy = async (label: string) => {
    await dialog.getByText(label, { exact: true }).click()
    await dialog.getByRole('button', { name: `Copy ${label}` }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const lines = (await copy('.env')).trim().split('\n')
  const environment = { ...Object.fromEntries(lines.map((line) => line.split('='))), PLATFORM_PRIVATE_KEY_FILE: file }
  const run = promisify(execFile)
  for (const label of ['openid-client', 'jose']) {
    const program = ['--input-type=module', '--eval', await copy(label)]
    const { stdout } = await run(process.execPath, program, { env: environment })
    expect(stdout).toMatch(label === 'jose' ? /^\S{20,}\n$/ : /\/sso\?token=/)
  }

  await page.reload()
  await expect(page).toHaveURL(`/users-and-access/keys/${keyId}`)
  const card = page.getByRole('region', { name: 'Secrets and public keys' })
  await expect(card).toContainText('Public key only')
  expect(await findViolations(page)).toEqual([])
  await expect(card).toContainText(privateJwk.kid ?? 'no thumbprint')
  expect(await page.content()).not.toContain(privateJwk.d)
  expect(traffic()).not.toContain(privateJwk.d)
  expect(traffic()).toContain(privateJwk.x)
})

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a public key is pasted; a private one is refused and not shown again', async ({ page, world }) => {
      const { publicJwk, privateJwk } = await makePair()
      await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key')
      const dialog = page.getByRole('dialog')
      const field = dialog.getByLabel('Public key', { exact: true })
      const submit = dialog.getByRole('button', { name: 'Generate key' })
      await expect(field).toBeHidden()
      await dialog.getByLabel('Name', { exact: true }).fill('Pasted')
      await ownKeyYourself(page)
      await openAdvanced(page)
      await dialog.getByLabel('No secret: the program signs with a key pair').check()
      await expect(dialog.getByRole('button', { name: 'Make a key pair' })).toHaveCount(javaScriptEnabled ? 1 : 0)

      await field.fill(JSON.stringify(privateJwk))
      await submit.click()
      await expect(dialog.getByText('This is a private key.')).toBeVisible()
      await expect(field).toHaveValue('')
      expect(await page.content()).not.toContain(privateJwk.d)

      await field.fill(JSON.stringify({ keys: [publicJwk] }))
      await submit.click()
      await expect(dialog.getByText('This is a JWK Set.')).toBeVisible()

      await field.fill(JSON.stringify(publicJwk).replaceAll(/.{40}/g, '$&\n'))
      await submit.click()
      await expect(dialog).toContainText('There is no secret to copy.')
      expect((await request(await keyIdIn(page), privateJwk)).status).toBe(200)
      await dialog.getByRole('link', { name: 'Done' }).click()
      await expect(page).toHaveURL(/\/users-and-access\/keys\/lkid_\w{20}$/)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('a key moves from its secret to a public key, and back', async ({ page, browserName, world }) => {
      test.skip(browserName === 'firefox' && javaScriptEnabled, firefoxLacks.blobDownloads)
      const key = await world.createKey(await world.createPerson('agent'))
      const path = `/users-and-access/keys/${key.keyId}`
      await signIn(page, await world.createPerson('admin'), path)
      await page.getByRole('link', { name: 'Rotate', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('A secret', { exact: false })).toBeChecked()
      await dialog.getByLabel('A public key').check()
      await dialog.getByLabel('No overlap').check()
      let privateJwk: JWK
      if (javaScriptEnabled) {
        await dialog.getByRole('button', { name: 'Make a key pair in this browser' }).click()
        privateJwk = (await downloadPrivateKey(page)).privateJwk
      } else {
        const pair = await makePair()
        privateJwk = pair.privateJwk
        await dialog.getByLabel('Public key', { exact: true }).fill(JSON.stringify(pair.publicJwk))
      }
      await dialog.getByRole('button', { name: 'Rotate key' }).click()
      await expect(dialog).toContainText('There is no secret to copy.')
      await dialog.getByRole('link', { name: 'Done' }).click()
      await expect(dialog).toHaveCount(0)
      const card = page.getByRole('region', { name: 'Secrets and public keys' })
      await expect(card).toContainText('Pending')
      await expect(card).not.toContainText('public key only')

      expect((await request(key.keyId, privateJwk)).status).toBe(200)
      await page.goto(path)
      await expect(card).toContainText('Secret retired, public key only')

      await page.getByRole('link', { name: 'Rotate', exact: true }).click()
      await expect(dialog.getByRole('heading')).toHaveText(/^Rotate the public key of/)
      await expect(dialog.getByLabel('A public key')).toBeChecked()
      await dialog.getByLabel('A secret', { exact: false }).check()
      await dialog.getByRole('button', { name: 'Rotate key' }).click()
      await expect(dialog.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
      const clientSecret = /lksec_\w{49}/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
      const fields = { grantType: 'client_credentials', clientId: key.keyId, clientSecret }
      expect((await postForm('/auth/v1/token', fields)).status).toBe(200)
      await page.goto(path)
      await expect(card).toContainText('Retiring')
      await expect(card).not.toContainText('public key only')
    })
  })
}
