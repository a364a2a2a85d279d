import type { Browser, BrowserContext } from '@playwright/test'
import { type CrawlData, insertCrawlData } from './crawl-data.ts'
import { Crawler } from './crawl-page.ts'
import { findDialogs, findRoute, findUnvisited, isDialog, kindOf, pageRoutes } from './crawl-routes.ts'
import { addAppTo, addAuthenticator, addPasskeyTo } from './factors.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, postSignIn, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

/** Documents that are no pages of Next. Other routes answer with data, redirect, or change something. */
const documents = ['/sign-in', '/forgot-password', '/api-reference', '/accounts/[accountId]/[[...path]]']

/** The same document for every visitor. It has 14,000 elements to measure, so one visitor does it for all. */
const sameForAll = '/api-reference'

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
  '/users-and-access: key-created': 'It answers the form that creates a key, and shows its secret once.',
  '/activity/webhooks: pause': 'It answers a button, where the sign-in is old.',
  '/activity/webhooks: resume': 'As above.',
}

type Visitor = Readonly<{ name: string; context: BrowserContext; pages: readonly string[] }>

test('every page and dialog works, and fits, at every width', async ({ browser, browserName }) => {
  test.skip(browserName === 'firefox', firefoxLacks.media)
  // A limit, not a claim of speed: minutes on an idle machine, and several times as many beside other work.
  test.setTimeout(1_800_000)
  const site = await install('localhost')
  const data = await insertCrawlData(site)
  const faults: string[] = []
  const kinds = new Set<string>()
  const visitors = await prepareVisitors(browser, site, data)
  await Promise.all(
    visitors.map(async (visitor) => {
      faults.push(...(await crawl(site.baseUrl, visitor, kinds)))
      await visitor.context.close()
    }),
  )
  await site.remove()
  expect(faults).toEqual([])
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
    owner,
    await signedIn(data.admin, data.adminsPages),
    await signedIn(data.agent, data.agentsPages),
    {
      name: 'signed out',
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
async function crawl(baseUrl: string, { name, context, pages }: Visitor, kinds: Set<string>): Promise<string[]> {
  const crawler = await Crawler.start(await context.newPage())
  const own = new Set<string>()
  const faults: string[] = []
  const queue = pages.map((path) => new URL(path, baseUrl))
  for (const url of queue) {
    const kind = kindOf(url)
    if (kind === sameForAll) {
      // Before it is visited, as all visitors walk at once.
      if (kinds.has(kind)) continue
      kinds.add(kind)
    }
    own.add(kind)
    const { faults: found, links } = await crawler.visit(url.href, {
      dialog: isDialog(url),
      status: refusals[`${url.pathname}${url.search}`] ?? 200,
    })
    faults.push(...found.map((fault) => `${name}, ${url.pathname}${url.search}: ${fault}`))
    for (const link of links.map((href) => new URL(href))) {
      if (link.origin !== url.origin || !isFollowed(link) || own.has(kindOf(link))) continue
      own.add(kindOf(link))
      queue.push(link)
    }
  }
  for (const kind of own) kinds.add(kind)
  return faults
}

function isFollowed(link: URL): boolean {
  const route = findRoute(link.pathname)
  return route !== undefined && (route.isPage || documents.includes(route.route)) && !link.searchParams.has('token')
}
