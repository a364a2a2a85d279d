import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { findViolations } from './axe.ts'
import { variations } from './complete.ts'
import { expect, signIn, test, waitForScripts } from './fixtures.ts'

/** Chromium's own authenticator, which needs no finger. @returns how to take it out */
async function plugIn(page: Page, isUserVerified = true): Promise<() => Promise<unknown>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  return () => browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

async function addFirstPasskey(page: Page): Promise<string[]> {
  await page.goto('/your-account?dialog=add-passkey')
  // Passkeys need them.
  await waitForScripts(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = await readCodes(dialog)
  await dialog.getByRole('link', { name: 'I saved them' }).click()
  await dialog.getByRole('link', { name: 'Not now' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

/** @returns the recovery codes */
async function setUpApp(page: Page): Promise<string[]> {
  await page.goto('/your-account?dialog=app')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Six-digit code').fill(codeOf(await readKey(dialog)))
  await dialog.getByRole('button', { name: 'Confirm code' }).click()
  const codes = await readCodes(dialog)
  await dialog.getByRole('link', { name: 'I saved them' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

async function readKey(dialog: Locator): Promise<string> {
  return ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
}

function codeOf(key: string, stepsAhead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })
}

async function readCodes(dialog: Locator): Promise<string[]> {
  await expect(dialog.getByText('Save these codes now.')).toBeVisible()
  const codes = ((await dialog.getByRole('code').textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  return codes
}

const rows = (page: Page) => page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')

test('passkeys are added, renamed and removed, and a second one is proposed once', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  const takeOut = await plugIn(page)
  await signIn(page, agent, '/your-account')
  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('heading', { name: 'Only your password protects your sign-in' })).toBeVisible()

  await page.getByRole('link', { name: 'Add passkey' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const [code = ''] = await readCodes(dialog)
  await page.reload()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expect(page.getByText(code)).toHaveCount(0)

  await page.goto('/your-account?dialog=second-passkey')
  await waitForScripts(page)
  await dialog.getByRole('link', { name: 'Add passkey' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This device already has a passkey for you.')).toBeVisible()
  await takeOut()
  await plugIn(page)
  await dialog.getByLabel('Name').fill('Desk drawer')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page)).toContainText(['Laptop', 'Desk drawer'])
  await expect(page.getByRole('heading', { name: 'Your sign-in is well protected' })).toBeVisible()
  await page.goto('/your-account?dialog=second-passkey')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Actions for Laptop' }).click()
  await page.getByRole('link', { name: 'Rename' }).click()
  await dialog.getByLabel('Name').fill('Old laptop')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(rows(page)).toContainText(['Old laptop', 'Desk drawer'])
  await page.getByRole('button', { name: 'Actions for Old laptop' }).click()
  await page.getByRole('link', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(['Desk drawer'])
})

test('a passkey whose user is not verified is not added, and the name stays', async ({ page, world }) => {
  await plugIn(page, false)
  await signIn(page, await world.createPerson('agent'), '/your-account?dialog=add-passkey')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Stranger')
  const offered = page.waitForResponse((response) => 'next-action' in response.request().headers())
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await offered
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await expect(dialog.getByLabel('Name')).toHaveValue('Stranger')
  await page.goto('/your-account')
  await expect(rows(page)).toHaveCount(0)
})

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('an authenticator app is set up after a wrong code, replaced and removed', async ({ page, world }) => {
      const agent = await world.createPerson('agent')
      await signIn(page, agent, '/your-account')
      await world.outdateConfirmation(agent)
      await page.getByRole('link', { name: 'Set up' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your password', { exact: true }).fill(agent.password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
      const key = await readKey(dialog)
      const field = dialog.getByLabel('Six-digit code')
      await field.fill(codeOf(key, 5))
      await dialog.getByRole('button', { name: 'Confirm code' }).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      expect(await readKey(dialog)).toBe(key)
      await field.fill(codeOf(key))
      await dialog.getByRole('button', { name: 'Confirm code' }).click()
      const codes = await readCodes(dialog)
      await dialog.getByRole('link', { name: 'I saved them' }).click()
      const shownLater = await (await page.request.get('/your-account')).text()
      for (const secret of [key, ...codes]) expect(shownLater).not.toContain(secret)

      await page.getByRole('link', { name: 'Replace' }).click()
      await expect(dialog.getByText('Your current app keeps working')).toBeVisible()
      const newKey = await readKey(dialog)
      expect(newKey).not.toBe(key)
      await field.fill(codeOf(newKey))
      await dialog.getByRole('button', { name: 'Confirm code' }).click()
      await expect(dialog).toHaveCount(0)

      await page.getByRole('link', { name: 'Get new codes' }).click()
      await dialog.getByRole('button', { name: 'Get new codes' }).click()
      expect(await readCodes(dialog)).not.toContain(codes[0])
      await dialog.getByRole('link', { name: 'I saved them' }).click()

      await page.getByRole('button', { name: 'Actions for Authenticator app' }).click()
      await page.getByRole('link', { name: 'Remove' }).click()
      await expect(dialog.getByText('Your recovery codes stop working with it')).toBeVisible()
      await dialog.getByRole('button', { name: 'Remove app' }).click()
      await expect(page.getByRole('link', { name: 'Set up' })).toBeVisible()
    })

    test('a key is generated after the password and a code', async ({ page, world }) => {
      const owner = await world.createPerson('owner')
      await signIn(page, owner)
      const [first = ''] = await setUpApp(page)
      await world.outdateConfirmation(owner)
      await page.goto('/users-and-access?dialog=generate-key')
      const dialog = page.getByRole('dialog')
      const code = dialog.getByLabel('Code of your authenticator app or a recovery code')
      await expect(dialog.getByRole('button', { name: 'Confirm with a passkey' })).toHaveCount(0)
      await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
      await code.fill('000000')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
      await code.fill(first)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.getByRole('heading', { name: 'Generate new key' })).toBeVisible()
      await page.goto('/your-account')
      await expect(page.getByText('9 of 10 left')).toBeVisible()
    })
  })
}

test('a key is generated after a passkey, or after the password and a code, and other tabs stay signed in', async ({
  page,
  world,
}) => {
  const owner = await world.createPerson('owner')
  const takeOut = await plugIn(page)
  await signIn(page, owner)
  const [first = ''] = await addFirstPasskey(page)
  const tab = await page.context().newPage()
  await tab.goto('/your-account')
  await world.outdateConfirmation(owner)

  await page.goto('/users-and-access?dialog=generate-key')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeHidden()
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(dialog.getByRole('heading', { name: 'Generate new key' })).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await tab.getByRole('region', { name: 'Password and codes' }).getByRole('link', { name: 'Change' }).click()
  await expect(tab.getByRole('dialog').getByLabel('Current password', { exact: true })).toBeVisible()
  await tab.close()

  await world.outdateConfirmation(owner)
  await takeOut()
  await page.goto('/users-and-access?dialog=generate-key')
  await dialog.getByText('Use your password and a code instead').click()
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
  await dialog.getByLabel('Code of your authenticator app or a recovery code').fill(first)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: 'Generate new key' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('adding a passkey says what it needs', async ({ page, world }) => {
    await signIn(page, await world.createPerson('agent'), '/your-account?dialog=add-passkey')
    await expect(page.getByText('Passkeys need JavaScript.')).toBeVisible()
  })
})

test('the page and its dialogs are accessible, by keyboard too', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await plugIn(page)
  await signIn(page, agent)
  await addFirstPasskey(page)
  const id = await page.evaluate(() => document.querySelector('a[href*="subject="]')?.getAttribute('href') ?? '')
  for (const path of ['/your-account', ...['password', 'add-passkey', 'app', 'codes'].map(toPath), id]) {
    await page.goto(path)
    expect(await findViolations(page), path).toEqual([])
  }
  await page.goto('/your-account')
  await page.getByRole('link', { name: 'Get new codes' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Get new codes' })).toBeFocused()
})

function toPath(dialog: string): string {
  return `/your-account?dialog=${dialog}`
}
