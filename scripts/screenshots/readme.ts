import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signInToDemo } from '../demo-sign-in.ts'
import { root } from '../run-to-end.ts'
import { openContext, requestGrantUrl, type ShownProduct, type Theme } from './product.ts'

/** Where the README finds its pictures. */
export const pictureFolder = join(root, 'docs', 'screenshots')

/** The pictures of the README, in both themes. */
export async function takeReadmePictures(product: ShownProduct): Promise<void> {
  mkdirSync(pictureFolder, { recursive: true })
  for (const theme of ['light', 'dark'] as const) await takeInTheme(product, theme)
}

async function takeInTheme(product: ShownProduct, theme: Theme): Promise<void> {
  const context = await openContext(product, { viewport: { width: 1280, height: 800 }, colorScheme: theme })
  const page = await signInToDemo(context)
  const take = (name: string) => page.screenshot({ path: join(pictureFolder, `${name}-${theme}.png`) })
  await take('launcher')
  await generateKey(page, `Ticket system (${theme})`)
  await take('secret')
  const grantUrl = await requestGrantUrl(product)
  await page.goto(grantUrl)
  await take('account')
  await page.goto(grantUrl)
  await take('refused')
  await context.close()
}

export async function generateKey(page: Page, name: string): Promise<void> {
  await page.goto('/users-and-access#api-keys')
  await page.getByRole('link', { name: 'Generate new key' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Generate key' }).click()
  await page.getByLabel('I have stored the secret').waitFor()
}
