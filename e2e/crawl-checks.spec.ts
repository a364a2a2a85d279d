import type { Page } from '@playwright/test'
import { listen } from '#lib/testing/listening-server.ts'
import { isComplete } from './complete.ts'
import { Crawler } from './crawl-page.ts'
import { findUnvisited, kindOf } from './crawl-routes.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, test } from './fixtures.ts'

/** A page that the crawl accepts, with `content` in its card and `head` before it. */
function document(content: string, head = ''): string {
  return `<!doctype html><html lang="en"><title>Planted</title><style>
    * { box-sizing: border-box } body { margin: 0; font: 16px/24px sans-serif } main { padding: 16px }
    .lk-card { padding: 16px; border: 1px solid } table { width: 100%; border-collapse: collapse; text-align: start }
    .fixed { table-layout: fixed }</style>${head}<main><h1>Planted</h1><div class="lk-card">${content}</div></main>`
}

const table = (cells: string, attributes = '') =>
  `<table ${attributes}><tbody><tr>${cells}</tr></tbody></table><button>Save</button>`
const sound = table('<td>Storefront</td><td>Active</td>')

async function visit(page: Page, body: string, { status = 200, path = '/planted' } = {}): Promise<readonly string[]> {
  await page.unroute('**/planted*')
  await page.route('**/planted*', (route) => route.fulfill({ status, contentType: 'text/html', body }))
  const crawler = await Crawler.start(page)
  const { faults } = await crawler.visit(path, { dialog: path.includes('dialog=') })
  return faults
}

test.skip(({ browserName }) => browserName === 'firefox', firefoxLacks.media)

test('the crawl accepts a sound page', async ({ page }) => {
  expect(await visit(page, document(sound))).toEqual([])
})

test('the crawl accepts a URL that breaks where its line ends', async ({ page }) => {
  const url = `https://example.com/${'subsidiary/'.repeat(8)}events`
  expect(await visit(page, document(table(`<td style="overflow-wrap: anywhere">${url}</td>`)))).toEqual([])
})

const planted: Readonly<Record<string, readonly [body: string, fault: string]>> = {
  'a script error': [document(sound, '<script>nothing.there()</script>'), 'script error: nothing is not defined'],
  'a console error': [document(sound, '<script>console.error("lost")</script>'), 'console error: lost'],
  'an error page': [
    document(sound).replace('<h1>Planted', '<h1>Something went wrong on our side'),
    'error page: Something went wrong on our side',
  ],
  'sideways scrolling': [
    document(`${sound}<div style="width: 420px">Wide</div>`),
    'at 390 px: scrolls sideways by 63 px',
  ],
  'a cell that breaks its word': [
    document(table('<td style="width: 20px; overflow-wrap: anywhere">Storefront</td><td>Active</td>', 'class="fixed"')),
    'at 390 px: <td> “Storefront” is narrower than “Storefront”: 20 px',
  ],
  'a cell that hides its word': [
    document(table('<td style="width: 24px; overflow: hidden">Storefront</td><td>Active</td>', 'class="fixed"')),
    'at 390 px: <td> “Storefront” is narrower than “Storefront”: 24 px',
  ],
  'a tall row': [
    document(table('<td style="height: 121px">Storefront</td>')),
    'at 390 px: <tr> “Storefront” is 121 px tall',
  ],
  'a tall button': [
    document(`${sound}<a class="lk-button" style="display: block; height: 73px">Discard</a>`),
    'at 390 px: <a> “Discard” is 73 px tall',
  ],
  'a control outside its card': [
    document(`${sound}<button style="position: relative; top: 60px">Discard</button>`),
    'at 390 px: <button> “Discard” is outside its card',
  ],
  'text at the edge of its card': [
    document(`${sound}<p style="margin: 0 -14px">Opened</p>`),
    'at 390 px: “Opened” of <p> “Opened” is at the edge of its card',
  ],
  'a page within a page': [document(`${sound}<main>Again</main>`), 'at 390 px: has 2 <main> elements'],
  'a menu that is cut off': [
    document(`${sound}<button popovertarget="menu">Menu</button>
      <div id="menu" popover style="position: fixed; inset: auto auto -10px 0; margin: 0">Sign out</div>`),
    'at 390 px: the menu of <button> “Menu” is cut off',
  ],
}

test('the crawl notices each planted fault', async ({ page }) => {
  for (const [name, [body, fault]] of Object.entries(planted)) {
    await test.step(name, async () => expect.soft(await visit(page, body), name).toContainEqual(fault))
  }
})

test('the crawl notices a failed response, of the page or of what it requests', async ({ page }) => {
  await page.route('**/part', (route) => route.fulfill({ status: 503 }))
  expect(await visit(page, document(sound), { status: 500 })).toEqual(['status 500', '500 from /planted'])
  expect(await visit(page, document(sound, '<script src="/part"></script>'))).toContainEqual('503 from /part')
})

test('the crawl notices a refusal behind a link, and a dialog that does not open', async ({ page }) => {
  expect(await visit(page, document(sound), { status: 403 })).toEqual(['status 403'])
  expect(await visit(page, document(sound), { path: '/planted?dialog=edit' })).toEqual(['no dialog is open'])
})

test('the crawl measures a dialog in place of the page below it, and what it scrolls out of sight not at all', async ({
  page,
}) => {
  const narrow = table('<td style="width: 20px; overflow-wrap: anywhere">Storefront</td>', 'class="fixed"')
  const long = `<dialog open style="width: 200px; height: 100px; padding: 16px; overflow: auto">
    <div style="height: 300px">Long</div><button>Save</button></dialog>`
  expect(await visit(page, document(narrow + long), { path: '/planted?dialog=edit' })).toEqual([])
  const wide = long.replace('<div', '<div style="width: 300px">Wide</div><div')
  expect(await visit(page, document(sound + wide), { path: '/planted?dialog=edit' })).toContainEqual(
    'at 390 px: a dialog scrolls sideways by 138 px',
  )
})

/** As Next does: it fetches the page behind a link, and shows it in the open one. */
const following = (answer: string) => `<script>next = { router: { push: async (href) => {
  await fetch(href, { headers: { rsc: '1' } })
  history.pushState(0, '', href)
  ${answer} } } }</script>`
const narrowCell = '<td style="width: 20px; overflow-wrap: anywhere">Storefront</td><td>Active</td>'

test('the crawl follows a link to a dialog, and measures it in the open page', async ({ page }) => {
  const dialog = `<dialog>${table(narrowCell, 'class="fixed"')}</dialog>`
  const body = document(sound + dialog, following("document.querySelector('dialog').showModal()"))
  let loads = 0
  await page.route('**/planted*', (route) => {
    if (route.request().resourceType() === 'document') loads++
    return route.fulfill({ contentType: 'text/html', body })
  })
  const crawler = await Crawler.start(page)
  expect((await crawler.visit('/planted')).faults).toEqual([])
  const { faults } = await crawler.visit(`${page.url()}?dialog=edit`, { dialog: true, soft: true })
  expect(faults).toContainEqual('at 390 px: <td> “Storefront” is narrower than “Storefront”: 20 px')
  expect(loads).toBe(1)
})

test('the crawl notices a failed response to a link that it follows', async ({ page }) => {
  await page.route('**/planted', (route) =>
    route.fulfill({ contentType: 'text/html', body: document(sound, following('')) }),
  )
  await page.route('**/behind', (route) => route.fulfill({ status: 403 }))
  const crawler = await Crawler.start(page)
  await crawler.visit('/planted')
  const { faults } = await crawler.visit(new URL('/behind', page.url()).href, { soft: true })
  expect(faults).toContainEqual('403 from /behind')
})

/** From a server, because no route of the page applies to requests outside it. */
async function request(page: Page, status: number, body: string): Promise<readonly string[]> {
  const server = await listen((_, response) => void response.writeHead(status).end(body))
  try {
    return await (await Crawler.start(page)).request(server.url)
  } finally {
    await server.close()
  }
}

const requested: Readonly<Record<string, readonly [status: number, body: string, fault: string]>> = {
  'a refused page': [403, document(sound), 'status 403'],
  'an error page': [
    200,
    document(sound).replace('<h1>Planted', '<h1>Something went wrong on our side'),
    'error page: Something went wrong on our side',
  ],
  'a page without its dialog': [200, document(sound), 'no dialog is open'],
}

test('the crawl notices each fault of a page that it only requests', async ({ page }) => {
  for (const [name, [status, body, fault]] of Object.entries(requested)) {
    expect.soft(await request(page, status, body), name).toEqual([fault])
  }
  expect(await request(page, 200, document(`${sound}<dialog open></dialog>`))).toEqual([])
})

test('the crawl measures what another crawler measured only if it differs', async ({ page, context }) => {
  const measured = new Set<string>()
  const show = async (cell: string, on: Page) => {
    await on.unrouteAll()
    await on.route('**/planted', (route) =>
      route.fulfill({ contentType: 'text/html', body: document(table(cell, 'class="fixed"')) }),
    )
    return (await (await Crawler.start(on, measured)).visit('/planted')).faults
  }
  expect(await show(narrowCell, page)).not.toEqual([])
  // The complete form measures every page.
  const again = await show(narrowCell, await context.newPage())
  expect(again.length > 0).toBe(isComplete)
  expect(await show(narrowCell.replace('Storefront', 'Storefronts'), await context.newPage())).not.toEqual([])
})

test('pages and dialogs that no link reached are named', () => {
  const dialogs = [
    { route: '/manage/accounts', name: 'edit' },
    { route: '/manage/accounts/groups', name: 'edit' },
    { route: '/manage/accounts/groups', name: 'delete' },
  ]
  const kinds = ['/manage/accounts', '/manage/accounts/groups/[groupId]?dialog=edit']
  expect(findUnvisited(dialogs, kinds)).toEqual(['/manage/accounts: edit', '/manage/accounts/groups: delete'])
  const kind = (path: string) => kindOf(new URL(path, 'http://localhost'))
  expect(kind('/users-and-access/keys/lkid_1?dialog=revoke-key')).toBe(
    '/users-and-access/keys/[keyId]?dialog=revoke-key',
  )
  expect(kind('/manage/accounts/id/a-1?q=x&after=b')).toBe('/manage/accounts/id/[accountId]')
})
