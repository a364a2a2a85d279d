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

/** Longer pages are cut off, in pixels. */
const maxHeight = 2_000

type Variant = Readonly<{ language: string; theme: Theme; width: number }>
type Sheet = Readonly<{
  name: string
  pictures: readonly Readonly<{ file: string; caption: string }>[]
  /** Of each picture, before wide ones are halved. */
  width: number
  columns: number
  /** What a sheet shows of long pictures. */
  height: number
}>

export type SheetOptions = Readonly<{
  languages: readonly string[]
  themes: readonly Theme[]
  widths: readonly number[]
  /** The names of the screens to show; all if empty. */
  only: readonly string[]
}>

/**
 * A picture of every screen in each variant, a sheet of all screens for each variant, and with several languages a
 * sheet for each screen.
 */
export async function takeContactSheets(product: ShownProduct, options: SheetOptions): Promise<void> {
  const { languages, themes, widths, only } = options
  const chosen = screens.filter(({ name }) => only.length === 0 || only.includes(name))
  rmSync(folder, { recursive: true, force: true })
  for (const width of widths) {
    for (const theme of themes) {
      for (const language of languages) await takeVariant(product, { language, theme, width }, chosen)
      if (languages.length > 1) await drawLanguageSheets(product, { languages, theme, width }, chosen)
    }
  }
}

function nameOf({ language, width, theme }: Variant): string {
  return `${language}-${width}-${theme}`
}

async function takeVariant(product: ShownProduct, variant: Variant, chosen: readonly Screen[]): Promise<void> {
  const name = nameOf(variant)
  mkdirSync(join(folder, name), { recursive: true })
  await takeScreens(product, variant, { chosen, folder: join(folder, name) })
  const pictures = chosen.map((screen) => ({ file: `${name}/${screen.name}.png`, caption: screen.name }))
  await drawSheet(product, { name, pictures, width: variant.width, columns: 4, height: 844 })
}

async function drawLanguageSheets(
  product: ShownProduct,
  { languages, ...look }: Omit<Variant, 'language'> & Readonly<{ languages: readonly string[] }>,
  chosen: readonly Screen[],
) {
  mkdirSync(join(folder, 'languages'), { recursive: true })
  for (const { name } of chosen) {
    const pictures = languages.map((language) => ({
      file: `../${nameOf({ ...look, language })}/${name}.png`,
      caption: language,
    }))
    const columns = look.width < 640 ? languages.length : 2
    const sheet = `languages/${name}-${look.width}-${look.theme}`
    await drawSheet(product, { name: sheet, pictures, width: look.width, columns, height: maxHeight })
  }
}

async function takeScreens(
  product: ShownProduct,
  variant: Variant,
  { chosen, folder }: Readonly<{ chosen: readonly Screen[]; folder: string }>,
) {
  const { width, theme, language } = variant
  const options = { viewport: { width, height: width < 640 ? 844 : 900 }, colorScheme: theme, locale: language }
  const owner = await openContext(product, options)
  const ownersPage = await signInToDemo(owner)
  for (const screen of chosen) {
    const visitor = screen.as === 'visitor' ? await openContext(product, options) : undefined
    const page = visitor ? await visitor.newPage() : ownersPage
    await takeScreen(page, product, { screen, folder })
    await visitor?.close()
  }
  await owner.close()
}

async function takeScreen(
  page: Page,
  product: ShownProduct,
  { screen: { name, show }, folder }: Readonly<{ screen: Screen; folder: string }>,
): Promise<void> {
  await show(page, product)
  await page.waitForLoadState('networkidle')
  const [isScrolled, length] = await page.evaluate(() => [scrollY > 0, document.documentElement.scrollHeight] as const)
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: Math.min(length, maxHeight) }
  await page.screenshot({ path: join(folder, `${name}.png`), ...(!isScrolled && { fullPage: true, clip }) })
}

async function drawSheet({ browser }: ShownProduct, { name, pictures, width, columns, height }: Sheet) {
  const shown = width < 640 ? width : width / 2
  const figures = pictures.map(({ file, caption }) => {
    return `<figure><img src="${file}" width="${shown}"><figcaption>${caption}</figcaption></figure>`
  })
  const style = `body{display:grid;grid-template-columns:repeat(${columns},${shown}px);gap:24px;margin:24px;background:#888;font:14px sans-serif}figure{margin:0}img{max-height:${height}px;object-fit:cover;object-position:top}`
  const file = join(folder, `${name}.html`)
  writeFileSync(file, `<!doctype html><title>${name}</title><style>${style}</style>${figures.join('')}`)
  const context: BrowserContext = await browser.newContext({
    viewport: { width: columns * (shown + 24) + 24, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await context.close()
  console.log(join(folder, `${name}.png`))
}
