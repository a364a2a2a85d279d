import type { BrowserContext, Response } from '@playwright/test'

/** Bytes of response bodies over the wire, after compression. */
export type Weight = Readonly<{ scripts: number; styles: number; document: number; all: number; fonts: number }>

const kinds = { script: 'scripts', stylesheet: 'styles', document: 'document', font: 'fonts' } as const

/**
 * Opens a page with an empty cache, waits until the network is idle, and counts documents, scripts and styles. Icons
 * and prefetched pages do not count; fonts count separately.
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

/** The weight that a page adds to another. */
export function difference(page: Weight, empty: Weight): Weight {
  return {
    scripts: page.scripts - empty.scripts,
    styles: page.styles - empty.styles,
    document: page.document - empty.document,
    all: page.all - empty.all,
    fonts: page.fonts - empty.fonts,
  }
}
