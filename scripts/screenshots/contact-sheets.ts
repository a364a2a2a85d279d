import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { signInToDemo } from '../demo-sign-in.ts'
import { root } from '../run-to-end.ts'
import { openContext, type ShownProduct, type Theme } from './product.ts'
import { type Screen, screens } from './screens.ts'

/** Ignored by git, like everything that tests leave. */
const folder = join(root, 'test-results', 'screens')

const widths = [390, 768, 1440] as const

type Variant = Readonly<{ language: string; theme: Theme; width: (typeof widths)[number] }>

/**
 * A picture of every screen in each variant, and one sheet of all screens for each variant.
 * @param only the names of the screens to show; all if empty
 */
export async function takeContactSheets(
  product: ShownProduct,
  languages: readonly string[],
  only: readonly string[],
): Promise<void> {
  const chosen = screens.filter(({ name }) => only.length === 0 || only.includes(name))
  rmSync(folder, { recursive: true, force: true })
  for (const variant of languages.flatMap(variantsOf)) {
    const name = `${variant.language}-${variant.width}-${variant.theme}`
    mkdirSync(join(folder, name), { recursive: true })
    await takeScreens(product, variant, chosen, join(folder, name))
    await drawSheet(product, name, chosen, variant.width)
    console.log(join(folder, `${name}.png`))
  }
}

function variantsOf(language: string): Variant[] {
  return widths.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ language, theme, width })))
}

async function takeScreens(product: ShownProduct, variant: Variant, chosen: readonly Screen[], folder: string) {
  const { width, theme, language } = variant
  const options = { viewport: { width, height: width < 640 ? 844 : 900 }, colorScheme: theme, locale: language }
  const owner = await openContext(product, options)
  const ownersPage = await signInToDemo(owner)
  for (const screen of chosen) {
    const visitor = screen.as === 'visitor' ? await openContext(product, options) : undefined
    const page = visitor ? await visitor.newPage() : ownersPage
    await takeScreen(page, product, screen, folder)
    await visitor?.close()
  }
  await owner.close()
}

async function takeScreen(page: Page, product: ShownProduct, { name, show }: Screen, folder: string): Promise<void> {
  await show(page, product)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

async function drawSheet({ browser }: ShownProduct, name: string, chosen: readonly Screen[], width: number) {
  const shown = width < 640 ? width : width / 2
  const figures = chosen.map((screen) => {
    return `<figure><img src="${name}/${screen.name}.png" width="${shown}"><figcaption>${screen.name}</figcaption></figure>`
  })
  const style = `body{display:grid;grid-template-columns:repeat(4,${shown}px);gap:24px;margin:24px;background:#888;font:14px sans-serif}figure{margin:0}`
  const file = join(folder, `${name}.html`)
  writeFileSync(file, `<!doctype html><title>${name}</title><style>${style}</style>${figures.join('')}`)
  const context: BrowserContext = await browser.newContext({ viewport: { width: 4 * shown + 120, height: 900 } })
  const page = await context.newPage()
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await context.close()
}
