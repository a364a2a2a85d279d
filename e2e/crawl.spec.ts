import type { Browser, BrowserContext, Page } from '@playwright/test'
import { isComplete } from './complete.ts'
import { type CrawlData, insertCrawlData } from './crawl-data.ts'
import { Crawler, type Visit } from './crawl-page.ts'
import { findDialogs, findRoute, findUnvisited, isDialog, kindOf, pageRoutes } from './crawl-routes.ts'
import { addAppTo, addAuthenticator, addPasskeyTo } from './factors.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, postSignIn, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'
import { expectToAsk, hasForm } from './typed-in-dialog.ts'

/** Documents that are no pages of Next. Other routes answer with data, redirect, or change something. */
const documents = ['/sign-in', '/forgot-password', '/api-reference/[[...page]]', '/accounts/[accountId]/[[...path]]']

/** The same document for every visitor, so one visitor sees it for all. All are alike: the short form takes one. */
function isSameForAll(kind: string): boolean {
  return kind.startsWith('/api-reference/')
}

/** What anonymous visitors see of links that don't work, with the status. */
const refusals: Readonly<Record<string, number>> = {
  '/nowhere': 404,
  '/sso?token=x': 403,
  '/accounts/nowhere': 403,
  '/set-password?token=x': 200,
  '/set-up?token=x': 200,
  '/hand-over?token=x': 200,
}

/** What no link opens, and why it isn't crawled. */
const unvisited: Readonly<Record<string, string>> = {
  '/overview: allow': 'It belongs to the first steps, which these users have closed: set-up.spec.ts opens it.',
  '/users-and-access: key-created': 'It answers the form that creates a key, and shows its secret once.',
  '/settings/webhooks: pause': 'It answers a button, where the sign-in is old.',
  '/settings/webhooks: resume': 'As above.',
}

type Visitor = Readonly<{
  name: string
  context: BrowserContext
  pages: readonly string[]
  /**
   * Comes after who sees the same: follows links in the open page, and in the short form opens what dialogs are left.
   */
  follows?: boolean
  /** Types into each dialog before leaving it; in the short form, into one of each page. */
  types?: boolean
  /** Managers walk in several, as a page mostly waits. */
  tabs: number
}>

/** What all visitors saw: kinds of URLs, contents that were measured, and dialogs that hold typed text. */
class Site {
  readonly kinds = new Set<string>()
  readonly measured = new Set<string>()
  readonly asking = new Set<string>()
}

test('every page and dialog works, and fits, at every width', async ({ browser, browserName }) => {
  test.skip(browserName === 'firefox', firefoxLacks.media)
  // A limit, not a claim of speed: minutes on an idle machine, and several times as many during other work.
  test.setTimeout(1_800_000)
  const site = await install('localhost')
  const data = await insertCrawlData(site)
  const faults: string[] = []
  const all = new Site()
  const { kinds } = all
  const visitors = await prepareVisitors(browser, site, data)
  const visit = async (visitor: Visitor) => {
    faults.push(...(await crawl(site.baseUrl, visitor, all)))
    await visitor.context.close()
  }
  // Who follows knows then what the others opened.
  await Promise.all(visitors.filter(({ follows }) => !follows).map(visit))
  await Promise.all(visitors.filter(({ follows }) => follows).map(visit))
  await site.remove()
  expect(faults).toEqual([])
  expect(all.asking.size).toBeGreaterThan(8)
  const routes = [...kinds].map((kind) => kind.split('?')[0])
  expect(pageRoutes.filter((route) => !routes.includes(route))).toEqual([])
  expect(findUnvisited(findDialogs(), kinds).sort()).toEqual(Object.keys(unvisited).sort())
})

async function prepareVisitors(browser: Browser, site: Installation, data: CrawlData): Promise<Visitor[]> {
  const signedIn = async (person: TestPerson, pages: readonly string[]) => {
    const context = await browser.newContext({ baseURL: site.baseUrl })
    await postSignIn(context, person)
    return { name: person.username.replace(/-.*/, ''), context, pages: ['/', ...pages] }
  }
  const owner = await signedIn(data.owner, data.ownersPages)
  await (await signedIn(data.owner, [])).context.close()
  await addFactors(site, data.owner, owner.context)
  return [
    { ...owner, types: true, tabs: 3 },
    { ...(await signedIn(data.admin, data.adminsPages)), follows: true, tabs: 3 },
    { ...(await signedIn(data.agent, data.agentsPages)), tabs: 1 },
    {
      name: 'signed out',
      tabs: 1,
      context: await browser.newContext({ baseURL: site.baseUrl }),
      pages: ['/sign-in', ...data.openPages, ...Object.keys(refusals)],
    },
  ]
}

/** After the sign-in, which would ask for them. */
async function addFactors({ world }: Installation, person: TestPerson, context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await addAuthenticator(page)
  await addPasskeyTo(world, person, page)
  await addAppTo(world, person)
  await page.close()
}

/** Follows the links from the start pages, one of each kind. @returns the faults, each with its page */
async function crawl(baseUrl: string, visitor: Visitor, all: Site): Promise<string[]> {
  const walk = new Walk(visitor, baseUrl)
  await Promise.all(Array.from({ length: visitor.tabs }, () => walkInTab(visitor, walk, all)))
  for (const kind of walk.own) all.kinds.add(kind)
  return walk.faults
}

async function walkInTab(visitor: Visitor, walk: Walk, all: Site): Promise<void> {
  const page = await visitor.context.newPage()
  const crawler = await Crawler.start(page, all.measured)
  for (let url = await walk.take(); url; url = await walk.take()) {
    await see(url, { visitor, walk, all, page, crawler })
    walk.release()
  }
}

type Tab = Readonly<{ visitor: Visitor; walk: Walk; all: Site; page: Page; crawler: Crawler }>

async function see(url: URL, { visitor, walk, all, page, crawler }: Tab): Promise<void> {
  const kind = kindOf(url)
  if (isSameForAll(kind)) {
    if (all.kinds.has(kind) || !(isComplete || kind.endsWith('/api-keys'))) return
    // Before it is visited, as all visitors walk at once.
    all.kinds.add(kind)
  }
  walk.own.add(kind)
  const [dialog, status] = [isDialog(url), refusals[`${url.pathname}${url.search}`] ?? 200]
  if (!isComplete && visitor.follows && dialog && all.kinds.has(kind)) {
    return walk.note(url, { faults: await crawler.request(url.href), links: [] })
  }
  const expected = { dialog, status, soft: isSoft(url, visitor) }
  walk.note(url, await crawler.visit(url.href, expected))
  if (visitor.types && dialog && (isComplete || !all.asking.has(url.pathname))) {
    walk.note(url, await typeInDialog(page, url, all.asking))
  }
}

/** Loads no document where the short form needs none: the owner loads all pages, and the complete form all dialogs. */
function isSoft(url: URL, { follows = false }: Visitor): boolean {
  return !isComplete && (follows || isDialog(url)) && findRoute(url.pathname)?.isPage === true
}

/** Where one visitor was, and where they still have to go. */
class Walk {
  readonly own = new Set<string>()
  readonly queue: URL[]
  readonly faults: string[] = []
  readonly #name: string
  #busy = 0
  #waiting: (() => void)[] = []

  constructor({ name, pages }: Visitor, baseUrl: string) {
    this.#name = name
    this.queue = pages.map((path) => new URL(path, baseUrl))
  }

  /** @returns what to see next; `undefined` if nothing is left, and no tab may find more */
  async take(): Promise<URL | undefined> {
    while (this.queue.length === 0 && this.#busy > 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const url = this.queue.shift()
    if (url) this.#busy++
    return url
  }

  /** Ends what {@link take} began. */
  release(): void {
    this.#busy--
    for (const wake of this.#waiting.splice(0)) wake()
  }

  note(url: URL, { faults, links }: Visit): void {
    this.faults.push(...faults.map((fault) => `${this.#name}, ${url.pathname}${url.search}: ${fault}`))
    for (const link of links.map((href) => new URL(href))) {
      if (link.origin !== url.origin || !isFollowed(link) || this.own.has(kindOf(link))) continue
      this.own.add(kindOf(link))
      // A dialog is next while its page is open.
      if (isDialog(link) && link.pathname === url.pathname) this.queue.unshift(link)
      else this.queue.push(link)
    }
  }
}

/** Types into the open dialog if it has a form. @returns what is wrong with how it asks before that is lost */
async function typeInDialog(page: Page, url: URL, asking: Set<string>): Promise<Visit> {
  if (!(await hasForm(page))) return { faults: [], links: [] }
  // The ways belong to all dialogs alike.
  const ways = isComplete || asking.size === 0 ? 'all' : 'one'
  asking.add(url.pathname)
  const failure = await expectToAsk(page, ways).catch((error: unknown) => `loses what is typed: ${error}`)
  return { faults: failure ? [failure] : [], links: [] }
}

function isFollowed(link: URL): boolean {
  const route = findRoute(link.pathname)
  return route !== undefined && (route.isPage || documents.includes(route.route)) && !link.searchParams.has('token')
}
