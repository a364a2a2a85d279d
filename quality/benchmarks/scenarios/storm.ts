import { setTimeout as pause } from 'node:timers/promises'
import { createUser } from '../../../lib/domain/people/users/create-user.ts'
import { type Engine, withServices } from '../../resilience/harness/databases.ts'
import { testOperator } from '../../resilience/harness/fixtures.ts'
import { createClient, type Send } from '../../resilience/harness/http.ts'
import type { Choice } from '../choice.ts'
import type { Figure } from '../figures/record.ts'
import { toFigure } from '../figures/to-figure.ts'
import { addFixtures } from '../harness/fixtures.ts'
import type { LoadProcess } from '../harness/load-process.ts'
import { say } from '../harness/log-line.ts'
import type { Site } from '../harness/site.ts'
import { startOurs } from '../harness/start-ours.ts'
import { startStorm } from '../harness/storm-process.ts'
import type { ServerAddress } from '../load/plan.ts'
import { askOurs } from '../targets/ask-ours.ts'
import type { Asking } from '../targets/target.ts'
import { enginesOf } from './engines.ts'

/** Wrong passwords under way at once, each from another network. */
const connections = 160
const tokensPerSecond = 100
const password = 'nine slow herons cross north'
/** Both know the password; only the first signed in with this browser before. */
const names = { known: 'known', new: 'new' } as const
/** At its start, every connection of the storm waits for its first response. */
const stormWarmUpMs = 8_000
/** How long the sign-in page waits before it tries again while the server is busy. */
const retryMs = 500

/** Measures tokens with and without a storm of wrong passwords, and the sign-ins of users who know the password. */
export async function measureStorm(site: Site, load: LoadProcess, choice: Choice): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of enginesOf(choice)) {
    say(`storm on ${engine} …`)
    figures.push(...(await measureEngine(engine, site, load, choice)))
  }
  return figures
}

async function measureEngine(engine: Engine, site: Site, load: LoadProcess, choice: Choice): Promise<Figure[]> {
  const database = await site.databases.create(engine, site.newFolder('storm'))
  const fixtures = await withServices(database.variables, async (services) => {
    for (const username of Object.values(names)) {
      const user = { email: `${username}@example.com`, username, name: 'Honest User', role: 'agent' } as const
      await createUser(services, testOperator, { ...user, accountScope: 'all', accountIds: [], password })
    }
    return addFixtures(services)
  })
  // Each guess claims another IP address.
  const trusting = { ...database, variables: { ...database.variables, TRUSTED_PROXIES: 'loopback' } }
  const { address, send, stop } = await startOurs(site, { database: trusting, name: `storm-${engine}` })
  const waits = { quiet: [] as number[], storm: [] as number[], known: [] as number[], new: [] as number[] }
  try {
    const asking = await askOurs('token', { address, fixtures, send })
    const cookies = await readBrowserCookie(address)
    for (let round = 0; round < choice.rounds; round++) {
      waits.quiet.push(await medianWait(load, address, asking, choice))
      const storm = startStorm({ address, connections })
      try {
        await pause(stormWarmUpMs)
        let over = false
        const [token, known, unknown] = await Promise.all([
          medianWait(load, address, asking, choice).finally(() => {
            over = true
          }),
          signInUntil(() => over, address, names.known, cookies),
          signInUntil(() => over, address, names.new),
        ])
        waits.storm.push(token)
        waits.known.push(...known)
        waits.new.push(...unknown)
      } finally {
        say(`storm on ${engine}, responses: ${JSON.stringify(await storm.stop())}`)
      }
    }
  } finally {
    await stop()
  }
  const of = (subject: string, values: readonly number[]) =>
    toFigure({ scenario: 'storm', target: `ours-${engine}`, subject, unit: 'ms' }, values)
  return [
    of('token, without', waits.quiet),
    of('token, in the storm', waits.storm),
    of('sign-in, in the storm', waits.known),
    of('sign-in with a new browser, in the storm', waits.new),
  ]
}

/** The median latency of a token at a constant rate. @throws Error if a token was refused */
async function medianWait(load: LoadProcess, address: ServerAddress, asking: Asking, choice: Choice): Promise<number> {
  const pace = { kind: 'open', perSecond: tokensPerSecond } as const
  const measureMs = choice.seconds * 1_000
  const outcome = await load.run({ address, ...asking, pace, warmUpMs: measureMs / 2, measureMs })
  if (outcome.kind === 'failed') throw new Error(outcome.reason)
  return outcome.timing.p50
}

/** One sign-in after another, each from another network. @returns how long each took, retries included */
async function signInUntil(isOver: () => boolean, address: ServerAddress, name: string, cookies = '') {
  const { send, close } = createClient(address.port, address.host)
  const waits: number[] = []
  while (!isOver()) waits.push(await timeSignIn(send, address, name, cookies))
  close()
  return waits
}

async function timeSignIn(send: Send, { host }: ServerAddress, name: string, cookies: string): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const headers = { Origin: `http://${host}`, ...(cookies && { Cookie: cookies }) }
    const { status, body } = await send({ path: '/sign-in', headers, form: { name, password, next: '/' } })
    if (status === 303) return performance.now() - startedAt
    if (status !== 503) throw new Error(`the sign-in got ${status}: ${body.slice(0, 200)}`)
    await pause(retryMs)
  }
}

/** The cookie of a browser that the user {@link names.known} has signed in with. */
async function readBrowserCookie({ port, host }: ServerAddress): Promise<string> {
  const { send, close } = createClient(port, host)
  const form = { name: names.known, password, next: '/' }
  const { headers } = await send({ path: '/sign-in', headers: { Origin: `http://${host}` }, form })
  close()
  const cookie = [headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('latchkey-browser='))
  if (cookie === undefined) throw new Error('the sign-in set no browser cookie')
  return cookie.split(';')[0] ?? ''
}
