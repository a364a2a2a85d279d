import type { BrowserContext, Page, Request } from '@playwright/test'
import { errors as errorWords } from '#lib/foundation/i18n/messages/en/errors.ts'
import { isComplete } from './complete.ts'
import { findFaults, hidePageBelow, prepareMeasuring, showPageBelow } from './crawl-layout.ts'
import { isDialog } from './crawl-routes.ts'
import { waitForScripts } from './fixtures.ts'

/** What the crawl found on one page. */
export type Visit = Readonly<{ faults: readonly string[]; links: readonly string[] }>

declare global {
  interface Window {
    /** Next's own, for pages that it rendered. */
    next?: { router?: { push(href: string): void } }
  }
}

type Expected = Readonly<{
  /** The status of the document; 200 unless the page is a refusal. */
  status?: number
  /** Whether a dialog must be open. */
  dialog?: boolean
  /** The page says that the server failed, which the console repeats. */
  crashed?: boolean
  /** Follows a link in the open page, as a click does, and loads no document. */
  soft?: boolean
}>

const widths = [390, 1024, 1440] as const
/** At which `npm run journeys` looks at each table as well. */
const widthsOfTables = isComplete ? Array.from({ length: 33 }, (_, index) => 320 + 40 * index) : []
/** A limit, not a claim of speed: nothing waits for as long as the crawl may take. */
const waitMs = 60_000
const crashTitles = [errorWords.refusals.server_error.title, errorWords.refusals.temporarily_unavailable.title]

/** Sees pages that only a journey reaches, as the crawl sees the others. @returns the faults, each with its page */
export async function seePages(context: BrowserContext, urls: readonly string[]): Promise<readonly string[]> {
  const page = await context.newPage()
  const crawler = await Crawler.start(page)
  const all: string[] = []
  for (const url of urls) {
    const { faults } = await crawler.visit(url, { dialog: isDialog(new URL(url)) })
    all.push(...faults.map((fault) => `${url}: ${fault}`))
  }
  await page.close()
  return all
}

/** Opens pages one after another, and sees each at three widths and in both themes. */
export class Crawler {
  readonly #page: Page
  readonly #measured: Set<string>
  readonly #seen: string[] = []
  #loading = 0
  #isDark = false
  #theme: 'light' | 'dark' | undefined

  private constructor(page: Page, measured: Set<string>) {
    this.#page = page
    this.#measured = measured
  }

  /** @param measured hashes of contents that need no measuring: those that other crawlers with this set measured */
  static async start(page: Page, measured = new Set<string>()): Promise<Crawler> {
    const crawler = new Crawler(page, measured)
    page.setDefaultTimeout(waitMs)
    await prepareMeasuring(page)
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
      // The status of a followed link is not judged by `visit`.
      const limit = isFollowing(response.request()) ? 400 : 500
      if (response.status() >= limit) this.#seen.push(`${response.status()} from ${new URL(response.url()).pathname}`)
    })
    const isAwaited = (request: Request) => request.resourceType() === 'script' || isFollowing(request)
    page.on('request', (request) => {
      if (isAwaited(request)) this.#loading++
    })
    const count = (request: Request) => {
      if (isAwaited(request)) this.#loading--
    }
    page.on('requestfinished', count)
    page.on('requestfailed', count)
  }

  async visit(url: string, expected: Expected = {}): Promise<Visit> {
    const { status = 200, dialog = false, crashed = false, soft = false } = expected
    this.#seen.length = 0
    const faults: string[] = []
    if (!soft || !(await this.#follow(url, dialog))) {
      this.#loading = 0
      const response = await this.#page.goto(url, { waitUntil: 'load' })
      if (response && response.status() !== status) faults.push(`status ${response.status()}`)
    }
    await this.#settle()
    const { title, links, hasDialog, hasTable, hash } = await this.#page.evaluate(readPage)
    if (isComplete || !this.#isMeasured(hash)) {
      faults.push(...(await this.#measure(this.#widthsFor(expected, hasTable))))
    }
    if (!crashed && crashTitles.includes(title)) faults.push(`error page: ${title}`)
    if (dialog && !hasDialog) faults.push('no dialog is open')
    return { faults: [...new Set([...faults, ...(crashed ? [] : this.#seen)])], links }
  }

  /** Requests a page whose dialog another user opened: it only must not fail for this one. */
  async request(url: string): Promise<readonly string[]> {
    const response = await this.#page.request.get(url, { maxRedirects: 0 })
    const html = await response.text()
    if (response.status() !== 200) return [`status ${response.status()}`]
    const [, title = ''] = /<h1[^>]*>([^<]*)/.exec(html) ?? []
    if (crashTitles.includes(title)) return [`error page: ${title}`]
    return html.includes('<dialog') ? [] : ['no dialog is open']
  }

  /** @returns whether the open page could follow a link */
  async #follow(url: string, dialog: boolean): Promise<boolean> {
    const page = this.#page
    const before = page.url()
    if (url === before || !(await page.evaluate(pushUrl, url))) return false
    await page.waitForURL((now) => now.href !== before, { waitUntil: 'commit' })
    // Its scripts may still load. Without it, `visit` finds the fault.
    const isOpen = () => document.querySelector('dialog:modal') !== null
    if (dialog) await page.waitForFunction(isOpen).catch(() => undefined)
    return true
  }

  /** @param hash of what the page contains */
  #isMeasured(hash: string): boolean {
    const isKnown = this.#measured.has(hash)
    this.#measured.add(hash)
    return isKnown
  }

  #widthsFor({ dialog }: Expected, hasTable: boolean): readonly number[] {
    // From the present width, as resizing takes a part of the time.
    const all = this.#page.viewportSize()?.width === widths.at(-1) ? widths.toReversed() : widths
    return [...all, ...(hasTable && !dialog ? widthsOfTables : [])]
  }

  async #measure(all: readonly number[]): Promise<string[]> {
    const faults: string[] = []
    await this.#page.evaluate(hidePageBelow)
    for (const [index, width] of all.entries()) {
      // Once for each page, as it takes a part of the time, too.
      if (index === 1) this.#isDark = !this.#isDark
      await this.#look(width)
      faults.push(...(await findFaults(this.#page)).map((fault) => `at ${width} px: ${fault}`))
    }
    await this.#page.evaluate(showPageBelow)
    return faults
  }

  async #look(width: number): Promise<void> {
    await this.#page.setViewportSize({ width, height: width < 640 ? 740 : 900 })
    const colorScheme = this.#isDark ? 'dark' : 'light'
    if (this.#theme !== colorScheme) await this.#page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    this.#theme = colorScheme
  }

  /** Waits until the page's scripts run, and what they load on their own has arrived. */
  async #settle(): Promise<void> {
    await waitForScripts(this.#page)
    for (let calm = 0; calm < 2; calm = this.#loading > 0 ? 0 : calm + 1) await this.#page.evaluate(nextFrame)
  }
}

function isFollowing(request: Request): boolean {
  return request.headers().rsc !== undefined
}

function pushUrl(url: string): boolean {
  window.next?.router?.push(url)
  return window.next?.router !== undefined
}

async function readPage() {
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1)
  const content = (scope ?? document.querySelector('main') ?? document.body).outerHTML
  // The other users of a page see the same, except for numbers and for what React numbers.
  const text = new TextEncoder().encode(content.replaceAll(/_r_\w+_|\d+/g, '0'))
  return {
    title: document.querySelector('h1')?.textContent ?? '',
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    hasDialog: document.querySelector('dialog[open], [role="dialog"]') !== null,
    hasTable: document.querySelector('table') !== null,
    hash: new Uint8Array(await crypto.subtle.digest('SHA-256', text)).join(),
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}
