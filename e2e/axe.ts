import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { isComplete } from './complete.ts'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Rows look alike: the short form judges the first ones. */
const repeated = isComplete ? [] : [['tbody tr:nth-child(n + 5)']]

/** @returns each violation in the page as it is now: the rule, and the first element that breaks it */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Once per document: parsing axe takes longer than most of its runs.
  if (!(await page.evaluate(() => window.axe !== undefined))) {
    await page.evaluate(forgetElementReferences)
    await page.evaluate(axe.source)
  }
  // While a page replaces another one, the document has no title for a moment.
  await expect(page).toHaveTitle(/./)
  await page.evaluate(endMotion)
  // Describing every element that passed takes longer than checking it.
  const violations = await page.evaluate(
    async ({ exclude, given }) =>
      (await window.axe?.run({ exclude }, { ...given, resultTypes: ['violations'] }))?.violations,
    { exclude: repeated, given: options },
  )
  if (!violations) throw new Error('axe did not run')
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/**
 * Takes away `ariaLabelledByElements` and its like: Firefox ESR crashes when axe reads them after an ID has changed.
 * axe reads the attributes then, the only ones that the portal sets.
 */
function forgetElementReferences(): void {
  for (const name of Object.keys(Element.prototype))
    if (/^aria.+Elements?$/.test(name)) Reflect.deleteProperty(Element.prototype, name)
}

/** What fades in, and colors between two themes, have a contrast of their own for a moment. */
function endMotion(): void {
  for (const motion of document.getAnimations()) {
    if (Number.isFinite(Number(motion.effect?.getComputedTiming().endTime))) motion.finish()
  }
}
