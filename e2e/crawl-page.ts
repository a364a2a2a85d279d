import type { Page, Request } from '@playwright/test'
import { errors as errorWords } from '#lib/i18n/messages/en/errors.ts'
import { isComplete } from './complete.ts'
import { findFaults, prepareMeasuring } from './crawl-layout.ts'

/** What the crawl found on one page. */
export type Visit = Readonly<{ faults: readonly string[]; links: readonly string[] }>

type Expected = Readonly<{
  /** The status of the document; 200 unless the page is a refusal. */
  status?: number
  /** Whether a dialog must be open. */
  dialog?: boolean
  /** The page says that the server failed, which the console repeats. */
  crashed?: boolean
}>

const widths = [390, 1024, 1440] as const
/** At which `npm run journeys` looks at each table as well. */
const widthsOfTables = isComplete ? Array.from({ length: 33 }, (_, index) => 320 + 40 * index) : []
const crashTitles = [errorWords.refusals.server_error.title, errorWords.refusals.temporarily_unavailable.title]

/** Opens pages one after another, and sees each at three widths and in both themes. */
export class Crawler {
  readonly #page: Page
  readonly #seen: string[] = []
  #loading = 0
  #visits = 0

  private constructor(page: Page) {
    this.#page = page
  }

  static async start(page: Page): Promise<Crawler> {
    const crawler = new Crawler(page)
    await prepareMeasuring(page)
    // Links in sight are prefetched: ten pages behind each one, which the crawl opens anyway.
    await page.addInitScript('IntersectionObserver.prototype.observe = () => undefined')
    crawler.#watch()
    return crawler
  }

  #watch(): void {
    const page = this.#page
    page.on('pageerror', ({ message }) => this.#seen.push(`script error: ${message}`))
    page.on('console', (message) => {
      // The document's own status is judged by `visit`.
      const isOwnStatus = message.location().url === page.url() && message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isOwnStatus) this.#seen.push(`console error: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500) this.#seen.push(`${response.status()} from ${new URL(response.url()).pathname}`)
    })
    page.on('request', (request) => {
      if (request.resourceType() === 'script') this.#loading++
    })
    const count = (request: Request) => {
      if (request.resourceType() === 'script') this.#loading--
    }
    page.on('requestfinished', count)
    page.on('requestfailed', count)
  }

  async visit(url: string, { status = 200, dialog = false, crashed = false }: Expected = {}): Promise<Visit> {
    const page = this.#page
    const turn = this.#visits++ % 2
    const order = turn === 0 ? widths : widths.toReversed()
    this.#seen.length = 0
    this.#loading = 0
    const faults: string[] = []
    await this.#look(order[0], turn)
    const response = await page.goto(url, { waitUntil: 'load' })
    await this.#settle()
    if (response && response.status() !== status) faults.push(`status ${response.status()}`)
    const hasTable = !dialog && (await page.locator('table').count()) > 0
    for (const [index, width] of [...order, ...(hasTable ? widthsOfTables : [])].entries()) {
      if (index > 0) await this.#look(width, turn + index)
      faults.push(...(await findFaults(page)).map((fault) => `at ${width} px: ${fault}`))
    }
    const { title, links, hasDialog } = await page.evaluate(() => ({
      title: document.querySelector('h1')?.textContent ?? '',
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
      hasDialog: document.querySelector('dialog[open], [role="dialog"]') !== null,
    }))
    if (!crashed && crashTitles.includes(title)) faults.push(`error page: ${title}`)
    if (dialog && !hasDialog) faults.push('no dialog is open')
    return { faults: [...new Set([...faults, ...(crashed ? [] : this.#seen)])], links }
  }

  async #look(width: number, turn: number): Promise<void> {
    await this.#page.setViewportSize({ width, height: width < 640 ? 740 : 900 })
    await this.#page.emulateMedia({ colorScheme: turn % 2 === 0 ? 'light' : 'dark', reducedMotion: 'reduce' })
  }

  /** Waits until the page's scripts run, and what they load on their own has arrived. */
  async #settle(): Promise<void> {
    await this.#page.waitForFunction(() => {
      const parts = document.querySelectorAll('main, main button, dialog')
      const isStarted = (part: Element) => Object.keys(part).some((key) => key.startsWith('__react'))
      return !document.querySelector('script[src*="/_next/"]') || [...parts].every(isStarted)
    })
    for (let calm = 0; calm < 2; calm = this.#loading > 0 ? 0 : calm + 1) await this.#page.evaluate(nextFrame)
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}
