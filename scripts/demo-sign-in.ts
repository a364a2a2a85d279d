import type { BrowserContext, Page } from '@playwright/test'
import { demoPasswords, demoPeople } from '../lib/server/demo/people.ts'

const { username, role } = demoPeople.owner

/** Signs in as the owner of the demonstration, in any language. @returns the page, which shows the launcher */
export async function signInToDemo(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.locator('input[name=name]').fill(username)
  await page.locator('input[name=password]').fill(demoPasswords[role])
  await page.locator('button[type=submit]').click()
  await page.getByRole('searchbox').waitFor()
  return page
}
