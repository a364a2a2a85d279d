import type { BrowserContext, Response } from '@playwright/test'

/** Bytes of the answers' bodies as they came over the wire: compressed where the server compresses. */
export type Weight = Readonly<{ scripts: number; styles: number; document: number; all: number; fonts: number }>

const kinds = { script: 'scripts', stylesheet: 'styles', document: 'document', font: 'fonts' } as const

/**
 * Opens a page with an empty cache, waits until it asks for nothing more, and counts what it needed: its documents,
 * every script and every style, whoever asked for them. Icons and pages that are fetched ahead are none of that; fonts
 * are counted for themselves.
 */
export async function weighPage(context: BrowserContext, path: string): Promise<Weight> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(path, { waitUntil: 'networkidle' })
  const weight = { scripts: 0, styles: 0, document: 0, fonts: 0 }
  for (const response of responses) {
    const kind = Object.entries(kinds).find(([type]) => type === response.request().resourceType())?.[1]
    if (kind) weight[kind] += (await response.request().sizes()).responseBodySize
  }
  await page.close()
  return { ...weight, all: weight.scripts + weight.styles + weight.document }
}

/** What one page weighs more than another. */
export function difference(page: Weight, empty: Weight): Weight {
  return {
    scripts: page.scripts - empty.scripts,
    styles: page.styles - empty.styles,
    document: page.document - empty.document,
    all: page.all - empty.all,
    fonts: page.fonts - empty.fonts,
  }
}
