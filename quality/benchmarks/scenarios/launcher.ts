import { request as sendRequest } from 'node:http'
import { withServices } from '../../resilience/harness/databases.ts'
import { signInAgent } from '../../resilience/harness/sign-in-agent.ts'
import type { Choice } from '../choice.ts'
import type { Figure } from '../figures/record.ts'
import { toFigure } from '../figures/to-figure.ts'
import type { FilledDatabases } from '../harness/filled-databases.ts'
import { say } from '../harness/log-line.ts'
import type { Site } from '../harness/site.ts'
import { startOurs } from '../harness/start-ours.ts'
import type { ServerAddress } from '../load/plan.ts'
import { enginesOf } from './engines.ts'
import { formatCount, sizesOf } from './sizes.ts'

/** Page views before and during the measurement. */
const full = { uncounted: 50, counted: 200 }
const short = { uncounted: 2, counted: 10 }

/** Measures the first byte of the launcher for a user with access to every account, with few and with many accounts. */
export async function measureLauncher(site: Site, choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  const { small, middle, large } = sizesOf(choice)
  const figures: Figure[] = []
  for (const engine of enginesOf(choice)) {
    for (const accounts of [small, middle, large]) {
      // Reuses the databases of `growth`; the keys in them do not matter.
      const keys = accounts === middle ? small : accounts
      const { database } = await filled.get(engine, { accounts, keys })
      const target = `ours-${engine}, ${formatCount(accounts)}`
      say(`launcher, ${target} …`)
      const { address, stop } = await startOurs(site, { database, name: `launcher-${engine}` })
      try {
        const variables = { ...database.variables, BASE_URL: `http://${address.host}` }
        const { cookies } = await withServices(variables, signInAgent)
        const waits = await openRepeatedly(address, cookies, choice.short ? short : full)
        figures.push(toFigure({ scenario: 'launcher', target, subject: 'first byte', unit: 'ms' }, waits))
      } finally {
        await stop()
      }
    }
  }
  return figures
}

async function openRepeatedly(
  address: ServerAddress,
  cookies: string,
  { uncounted, counted }: typeof full,
): Promise<number[]> {
  const waits: number[] = []
  for (let time = -uncounted; time < counted; time++) {
    const wait = await awaitFirstByte(address, cookies)
    if (time >= 0) waits.push(wait)
  }
  return waits
}

/** Time to the first byte of the body. @throws Error if the page is not the launcher */
function awaitFirstByte({ port, host }: ServerAddress, cookies: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const startedAt = performance.now()
  const headers = { Host: host, Cookie: cookies, Accept: 'text/html', 'Sec-Fetch-Site': 'none' }
  const request = sendRequest({ host: '127.0.0.1', port, path: '/', headers }, (response) => {
    let firstAt: number | undefined
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      firstAt ??= performance.now()
      text += part
    })
    response.on('end', () => {
      if (response.statusCode === 200 && text.includes('/launch/A-')) resolve((firstAt ?? startedAt) - startedAt)
      else reject(new Error(`the launcher answered ${response.statusCode}: ${text.slice(0, 200)}`))
    })
  })
  request.on('error', reject)
  request.end()
  return promise
}
