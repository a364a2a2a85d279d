import { addAppTo } from './factors.ts'
import { expect, signIn, signInByForm, test } from './fixtures.ts'

/*
 * What a screen reader reads: landmarks, headings and controls with role, name and order. Each tree lists what must be
 * there in this order; further elements may lie between.
 */

test('the sign-in page is read in its order', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - link "Latchkey"
      - heading "Sign in" [level=1]
      - textbox "Email or username"
      - textbox "Password"
      - button "Show Password"
      - button "Sign in"
      - text: or
      - button "Sign in with a passkey"
  `)
})

test('the page of the second factor is read in its order, and a wrong code is announced', async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await addAppTo(world, agent)
  await signInByForm(page, agent)
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - link "Latchkey"
      - heading "Confirm your sign-in" [level=1]
      - strong: ${agent.name}
      - button "Start again"
      - textbox "Code"
      - button "Continue"
      - paragraph:
        - link "Use a recovery code"
  `)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  // The wrong code is selected, so that the next one replaces it.
  await page.keyboard.type('1')
  await expect(page.getByLabel('Code')).toHaveValue('1')
})

test('a refused sign-in is announced, and its field says so', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const name = page.getByLabel('Email or username')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/\w/)
  await expect(name).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible()
})

test('the launcher is read in its order', async ({ page, world }) => {
  const account = await world.createAccount('Reader Works')
  const agent = await world.createPerson('agent', [account])
  await signIn(page, agent)
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Skip to content"
      - link "Latchkey"
      - navigation "Main":
        - link "Accounts"
      - button "${agent.name}"
    - main:
      - heading "Accounts" [level=1]
      - search:
        - searchbox "Search by name or account ID"
      - region "All accounts":
        - heading "All accounts" [level=2]
        - list:
          - listitem:
            - text: /Reader Works/
            - button "Pin Reader Works"
            - link "Open account Reader Works"
  `)
})

test('users and access is read in its order', async ({ page, world }) => {
  const owner = await world.createPerson('owner')
  await world.createKey(owner)
  await signIn(page, owner, '/users-and-access')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - navigation "Main"
    - navigation "Administration":
      - link "Overview"
      - link "Users and access"
      - link "Manage accounts"
      - link "Activity"
      - link "Settings"
    - main:
      - heading "Users and access" [level=1]
      - navigation "On this page"
      - region "Users":
        - heading "Users" [level=2]
        - search:
          - searchbox "Search by name, username, or email"
        - search "Filter users":
          - list:
            - listitem:
              - button "Role"
        - link "Add user"
        - table "Users"
      - region "Return addresses":
        - heading "Return addresses" [level=2]
        - link "Add return address"
      - region "API Keys":
        - heading "API Keys" [level=2]
        - search:
          - searchbox "Search by name, key ID, or owner"
        - search "Filter keys":
          - list:
            - listitem:
              - button "Owner"
        - link "Generate new key"
        - table "API keys"
  `)
})

test('a dialog has a name, and each group of choices a legend', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'), '/users-and-access?dialog=generate-key')
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Generate new key":
      - heading "Generate new key" [level=2]
      - link "Close"
      - group "What is it for?":
        - radio /Open accounts/ [checked]
        - radio /Manage Latchkey by program/
        - radio /Provision users by SCIM/
      - textbox "Name"
      - checkbox "New service user"
      - combobox "Owner"
      - group "Expires":
        - radio "30 days"
        - radio "90 days" [checked]
      - button "Generate key"
  `)
})
