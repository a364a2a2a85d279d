import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNginx } from '#lib/testing/nginx-server.ts'
import { ensureNginx, findNginx } from '../../scripts/nginx.ts'
import { withoutRetryWindow } from './edits.ts'
import type { CaseContext, Place } from './harness/case-context.ts'
import { createClient } from './harness/http.ts'
import type { Instance } from './harness/instance.ts'
import { findFreePort } from './harness/ports.ts'
import { type Experience, loadSettings, runLoadDuring } from './ledger/load-during.ts'
import { CannotRun, type Case, Faults, type Finding, type ResilienceTest } from './resilience-test.ts'

const cases: readonly Case[] = [
  // In the short form nginx comes before the instances of `outage`.
  { engine: 'postgres', setUp: '3 instances behind nginx', sizes: ['full', 'proof'], run: killInTurn },
]

export const balancerTest: ResilienceTest = {
  name: 'balancer',
  guarantee: 'behind nginx, fewer than one request in 200 fails while instances are killed.',
  description:
    'Clients refresh tokens, open links and rotate keys, and a user reads the portal, through nginx with the shipped ' +
    'configuration. Meanwhile SIGKILL ends one of three instances after the other, and each restarts a moment ' +
    'later. A request fails if the client gets no response, a 5xx, or the message that its link was used because ' +
    'the killed instance had opened it. Fewer than one request in 200 may fail, and no other response may be ' +
    'wrong. Then the test compares the ledger with responses and database, and the messages that a webhook endpoint ' +
    'received with the journal.',
  cases,
  mutations: [
    {
      name: 'balancer-alone',
      removed: 'nginx does not retry at another instance if one is unreachable.',
      edits: [
        {
          file: 'deploy/nginx.conf',
          text: '    proxy_next_upstream error timeout;\n',
          instead: '    proxy_next_upstream off;\n',
        },
      ],
      notices: () => true,
    },
    {
      name: 'balancer-retry-window',
      removed: 'The previous refresh token gets no successor within the retry window.',
      edits: [withoutRetryWindow],
      notices: () => true,
    },
  ],
}

const mostFailed = 0.005

const instanceCount = 3

async function killInTurn(context: CaseContext): Promise<Finding> {
  const places: Place[] = []
  for (let count = 0; count < instanceCount; count++) places.push(await context.place(loadSettings))
  return killBehindNginx(context, places, await Promise.all(places.map((place) => context.start(place))))
}

/**
 * Kills running instances of the case behind nginx. Their places have the settings of the load.
 * @throws CannotRun without nginx
 */
export async function killBehindNginx(
  context: CaseContext,
  places: readonly Place[],
  instances: Instance[],
): Promise<Finding> {
  const why = ensureNginx()
  const program = findNginx()
  if (program === undefined) throw new CannotRun(why ?? 'nginx is not installed')
  const port = await findFreePort()
  const configuration = join(context.root, 'deploy', 'nginx.conf')
  const nginx = await startNginx({ program, port, instances: places.map((place) => place.port), configuration })
  try {
    return await observe({ context, places, instances, port })
  } finally {
    await nginx.remove()
  }
}

type Stage = Readonly<{
  context: CaseContext
  places: readonly Place[]
  instances: Instance[]
  /** The port of nginx. */
  port: number
}>

async function observe(stage: Stage): Promise<Finding> {
  const { context, places, port } = stage
  const faults = new Faults()
  const variables = places[0]?.variables ?? {}
  const client = createClient(port, new URL(variables.BASE_URL ?? '').host)
  // A moderate load: only requests in flight at a killed instance may fail.
  const load = { clients: 16, keys: context.pick(250, 6, 60), restMs: context.pick(100, 150, 100), mayAskTwice: true }
  const field = { variables, send: client.send, file: context.file('ledger-behind-nginx'), faults, ...load }
  const kills = context.pick(60, 1, 12)
  let seconds = 0
  const experience = await runLoadDuring(field, async () => {
    const startedAt = performance.now()
    await killAndStart(stage, kills)
    seconds = (performance.now() - startedAt) / 1_000
  })
  client.close()
  judge(stage, faults, experience)
  return { size: `${kills} kills in ${Math.round(seconds)} s`, faults, figures: format(experience, seconds) }
}

/** Kills one instance at a time, so that the others are always running. */
async function killAndStart({ context, places, instances }: Stage, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    await sleep(randomInt(1_000, 3_000))
    const index = kill % instances.length
    const place = places[index]
    await instances[index]?.kill()
    await sleep(randomInt(0, 2_000))
    instances[index] = await context.start(place)
  }
}

function judge({ context }: Stage, faults: Faults, { stats, workload }: Experience): void {
  for (const [status, count] of stats.troubles) {
    if (status !== 503 && status !== 0) faults.add(`answered ${status}`, `${count} times`)
  }
  const part = (stats.failed + workload.openedInSilence.length) / stats.asked
  // A share of a few seconds during other tests means little.
  if (part >= context.pick(mostFailed, 10 * mostFailed, mostFailed))
    faults.add('too many requests failed', percent(part))
}

function format({ stats, workload, lines }: Experience, seconds: number): string {
  const silent = workload.openedInSilence.length
  const failed = stats.failed + silent
  return (
    `${failed} of ${stats.asked} requests failed (${percent(failed / stats.asked)}, ${silent} of them links that were ` +
    `opened without a response), ${Math.round(stats.asked / seconds)} requests a second: ${stats.describe()}; longest wait ` +
    `${stats.longest}; ${lines} lines acknowledged; ${workload.repeated} refreshes repeated with the same token`
  )
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)} %`
}
