import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** @returns each violation in the page as it is now: the rule, and the first element that breaks it */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Once per document: parsing axe takes longer than most of its runs.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
  // While a page replaces another one, the document has no title for a moment.
  await expect(page).toHaveTitle(/./)
  const results = await page.evaluate((given) => window.axe?.run(given), options)
  if (!results) throw new Error('axe did not run')
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
