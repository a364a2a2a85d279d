import { randomInt } from 'node:crypto'
import { complete, variations } from './complete.ts'
import { expect, product, signInByForm, test } from './fixtures.ts'

// Failures count per network: each journey that fails on purpose uses its own IP address.
test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `198.51.100.${randomInt(1, 255)}` })
})

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a user signs in by email address and lands on the requested page', async ({ page, world }) => {
      const agent = await world.createPerson('agent')
      await signInByForm(page, agent, '/your-account')
      await expect(page).toHaveURL('/your-account')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
    })

    test('a wrong password shows an error and keeps the username', async ({ page, world }) => {
      const agent = await world.createPerson('agent')
      await page.goto('/sign-in')
      await page.getByLabel('Email or username').fill(agent.username)
      await page.getByLabel('Password', { exact: true }).fill('not the password at all')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible()
      await expect(page.getByLabel('Email or username')).toHaveValue(agent.username)
      await expect(page).toHaveURL(/\/sign-in/)
    })
  })
}

test('the password is masked, can be pasted, and is offered to password managers', complete, async ({ page }) => {
  await page.goto('/sign-in')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  // False if a script prevents it.
  const isPasted = (input: Element) =>
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))
  expect(await field.evaluate(isPasted)).toBe(true)
})

test('an unknown username gets the error of a wrong password', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  const answers: string[] = []
  for (const name of [agent.email, 'nobody@example.com']) {
    await page.goto('/sign-in')
    await page.getByLabel('Email or username').fill(name)
    await page.getByLabel('Password', { exact: true }).fill('not the password at all')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: /\w/ }).first()
    await expect(alert).toBeVisible()
    answers.push(((await alert.textContent()) ?? '').replace(/req_\w+/, ''))
  }
  expect(answers[0]).toBe(answers[1])
})

test('a browser that blocks cookies is told so, instead of being asked again', async ({ page, browser, world }) => {
  const agent = await world.createPerson('agent')
  const other = await browser.newContext()
  const form = { name: agent.email, password: agent.password, next: '/your-account' }
  const headers = { Origin: product.baseUrl }
  const answer = await other.request.post(`${product.baseUrl}/sign-in`, { headers, form, maxRedirects: 0 })
  const next = new URL(answer.headers().location ?? '', product.baseUrl).href
  // In a browser that has kept nothing of it, and in the one that has.
  await page.goto(next)
  await expect(page.getByText('Your browser sent no cookie of this sign-in.')).toBeVisible()
  const kept = await other.newPage()
  await kept.goto(next)
  await expect(kept).toHaveURL('/your-account')
  await other.close()
})

test(
  'after ten failures the network must wait, and another one needn’t',
  complete,
  async ({ page, browser, world }) => {
    const agent = await world.createPerson('agent')
    await page.goto('/sign-in')
    for (let attempt = 0; attempt < 11; attempt++) {
      await page.getByLabel('Email or username').fill(agent.email)
      await page.getByLabel('Password', { exact: true }).fill(`wrong password number ${attempt}`)
      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      const submit = page.getByRole('button', { name: 'Sign in', exact: true })
      await submit.click()
      await answered
      // While an answer is shown, the button does nothing.
      await expect(submit).not.toHaveAttribute('aria-busy', 'true')
    }
    await expect(page.getByText('Too many attempts')).toBeVisible()
    const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.200' } })
    await signInByForm(await elsewhere.newPage(), agent)
    await elsewhere.close()
  },
)

test('a foreign redirect target is ignored', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await signInByForm(page, agent, '/sign-in?next=https://evil.example/')
  await expect(page).toHaveURL('/')
})

test('signing out ends the portal session and the account sessions launched from it', async ({ page, world }) => {
  const account = await world.createAccount('Mill of the North')
  const agent = await world.createPerson('agent', [account])
  await signInByForm(page, agent, `/launch/${account.id}`)
  await expect(page).toHaveURL(`/accounts/${account.id}`)
  await page.goto('/')
  await page.getByRole('button', { name: agent.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto(`/accounts/${account.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This session has ended')
  await page.goto('/')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('signing out deletes what scripts stored, once, and leaves the theme', complete, async ({ page, world }) => {
  await signInByForm(page, await world.createPerson('agent'))
  await page.getByRole('button', { name: /^Robin/ }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => {
    localStorage.setItem('a', '1')
    sessionStorage.setItem('b', '2')
  })
  const shown = page.waitForResponse((response) => response.url().endsWith('/sign-in?notice=signed-out'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(await (await shown).headerValue('clear-site-data')).toBe('"storage"')
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const again = await page.goto('/sign-in?notice=signed-out')
  expect(await again?.headerValue('clear-site-data')).toBeNull()
})

test(
  'a session ended in another browser is refused at the next request',
  complete,
  async ({ page, browser, world }) => {
    const agent = await world.createPerson('agent')
    const other = await browser.newContext()
    const otherPage = await other.newPage()
    await signInByForm(otherPage, agent)
    await signInByForm(page, agent, '/your-account')
    await page.getByRole('link', { name: 'End all others' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
    await expect(page.getByRole('status').getByText('One other session was ended.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'End all others' })).toHaveCount(0)
    await otherPage.goto('/')
    await expect(otherPage).toHaveURL(/\/sign-in/)
    await other.close()
  },
)

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test(
      'language and theme are chosen before signing in, and the page that follows stays',
      complete,
      async ({ page, world }) => {
        const agent = await world.createPerson('agent')
        await page.goto('/sign-in?next=/your-account')
        await page.getByRole('button', { name: 'Language: English' }).click()
        await page.getByRole('button', { name: 'Nederlands' }).click()
        await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
        await page.getByRole('button', { name: 'Thema' }).click()
        await page.getByRole('button', { name: 'Donker' }).click()
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        await expect(page).toHaveURL('/sign-in?next=%2Fyour-account')
        await page.getByLabel('E-mailadres of gebruikersnaam').fill(agent.email)
        await page.getByLabel('Wachtwoord', { exact: true }).fill(agent.password)
        await page.getByRole('button', { name: 'Aanmelden', exact: true }).click()
        await expect(page).toHaveURL('/your-account')
        await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
      },
    )
  })
}
