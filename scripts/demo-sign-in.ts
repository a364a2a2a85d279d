import type { BrowserContext, Page } from '@playwright/test'
import { demoPasswords, demoPeople } from '../lib/demo/people.ts'

const { username, role } = demoPeople.owner

/** Signs in as the owner of the demonstration. @returns the page, which shows the launcher */
export async function signInToDemo(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPasswords[role])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('searchbox').waitFor()
  return page
}
