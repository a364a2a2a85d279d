import type { BrowserContext, Page, Request } from '@playwright/test'

const warmUp = 8

/** The requests of one click on "Open account": `/launch/…`, `/sso` and the account's page. */
const steps = ['/launch', '/sso', '/accounts'] as const

export type OpeningTimes = Readonly<Record<(typeof steps)[number] | 'all three' | 'until it stands', readonly number[]>>

/**
 * Clicks on "Open account" repeatedly in a signed-in browser.
 * @returns in milliseconds by the browser's clock: the time from request to first byte of each step and of all steps,
 *   and the time from click to page
 */
export async function timeOpening(context: BrowserContext, rounds: number): Promise<OpeningTimes> {
  const page = await context.newPage()
  const times = { '/launch': [], '/sso': [], '/accounts': [], 'all three': [], 'until it stands': [] } as Record<
    keyof OpeningTimes,
    number[]
  >
  for (let round = -warmUp; round < rounds; round++) {
    await page.goto('/', { waitUntil: 'networkidle' })
    const startedAt = performance.now()
    const requests = await openFirst(page)
    const wholeMs = performance.now() - startedAt
    const parts = requests.map(serverMs)
    if (round < 0) continue
    for (const [at, step] of steps.entries()) times[step].push(parts[at] ?? Number.NaN)
    times['all three'].push(parts.reduce((sum, part) => sum + part, 0))
    times['until it stands'].push(wholeMs)
  }
  await page.close()
  return times
}

/** Opens the first account that isn't open. @returns its requests, in order */
async function openFirst(page: Page): Promise<readonly Request[]> {
  const loaded = page.waitForURL(/\/accounts\//)
  const answered = page.waitForResponse(
    (response) => response.request().isNavigationRequest() && /\/accounts\//.test(response.url()),
  )
  await page.locator('a[data-open][href^="/launch/"]').first().click()
  const [last] = [(await answered).request(), await loaded]
  const chain: Request[] = []
  for (let request: Request | null = last; request; request = request.redirectedFrom()) chain.unshift(request)
  const paths = chain.map((request) => `/${new URL(request.url()).pathname.split('/')[1]}`)
  if (paths.join() !== steps.join()) throw new Error(`the account was opened by ${paths.join(' → ')}`)
  return chain
}

function serverMs(request: Request): number {
  const { requestStart, responseStart } = request.timing()
  return responseStart - requestStart
}

/** The durations of all three requests by the access log, in whole milliseconds, per opening. */
export function readAccessLog(printed: string, rounds: number): readonly number[] {
  const lines = printed.split('\n').filter((line) => line.includes('"msg":"request"'))
  const requests: { pathname: string; ms: number }[] = lines.map((line) => JSON.parse(line))
  const times = requests
    .filter(({ pathname }) => /^\/(launch\/[^/]+|sso|accounts\/[^/]+)$/.test(pathname))
    .slice(-rounds * 3)
  return Array.from({ length: rounds }, (_, round) =>
    times.slice(round * 3, round * 3 + 3).reduce((sum, { ms }) => sum + ms, 0),
  )
}
