import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNginx } from '#lib/testing/nginx-server.ts'
import { ensureNginx, findNginx } from '../../scripts/nginx.ts'
import { withoutRetryWindow } from './edits.ts'
import { retryWindowMs } from './ledger/patient-load.ts'
import { type Experience, workThrough } from './ledger/work-through.ts'
import type { Bench, Place } from './rig/bench.ts'
import { createClient } from './rig/http.ts'
import type { Instance } from './rig/instance.ts'
import { findFreePort } from './rig/ports.ts'
import { CannotRun, type Case, Faults, type Finding, type Trial } from './trial.ts'

const cases: readonly Case[] = [{ engine: 'postgres', setUp: '3 instances behind nginx', run: killInTurn }]

/** Trial 4. */
export const balancerTrial: Trial = {
  name: 'balancer',
  description:
    'Programs refresh and open links and a person looks at the portal, all by way of nginx with the configuration that ' +
    'is shipped, while one of three instances after the other is killed (SIGKILL) and started again a moment later. A ' +
    'request fails where its client gets no answer, a 5xx, or the word that its link was used, because the instance that ' +
    'opened it was killed before it could say so. Fewer than one request in two hundred may fail, nothing else may be ' +
    'wrong, and everything acknowledged is held against answers and database.',
  cases,
  sabotages: [
    {
      name: 'balancer-alone',
      removed: 'nginx does not ask another instance where one cannot be reached.',
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

const instanceCount = 3
const mostFailed = 0.005

async function killInTurn(bench: Bench): Promise<Finding> {
  const why = ensureNginx()
  const program = findNginx()
  if (program === undefined) throw new CannotRun(why ?? 'nginx is not installed')
  const settings = { REFRESH_RETRY_SECONDS: String(retryWindowMs / 1_000) }
  const places: Place[] = []
  for (let count = 0; count < instanceCount; count++) places.push(await bench.place(settings))
  const instances = await Promise.all(places.map((place) => bench.start(place)))
  const port = await findFreePort()
  const configuration = join(bench.root, 'deploy', 'nginx.conf')
  const nginx = await startNginx({ program, port, instances: places.map((place) => place.port), configuration })
  try {
    return await observe({ bench, places, instances, port })
  } finally {
    await nginx.remove()
  }
}

type Stage = Readonly<{
  bench: Bench
  places: readonly Place[]
  instances: Instance[]
  /** Where nginx listens. */
  port: number
}>

async function observe(stage: Stage): Promise<Finding> {
  const { bench, places, port } = stage
  const faults = new Faults()
  const variables = places[0]?.variables ?? {}
  const client = createClient(port, new URL(variables.BASE_URL ?? '').host)
  // As many as leave the instances time: what fails is what an instance has in hand when it is killed.
  const load = { clients: 16, restMs: 100, mayAskTwice: true }
  const field = { variables, send: client.send, file: bench.file('ledger'), faults, ...load }
  const kills = bench.pick(60, 2, 12)
  let seconds = 0
  const experience = await workThrough(field, async () => {
    const startedAt = performance.now()
    await killAndStart(stage, kills)
    seconds = (performance.now() - startedAt) / 1_000
  })
  client.close()
  judge(stage, faults, experience)
  return { size: `${kills} kills in ${Math.round(seconds)} s`, faults, figures: format(experience, seconds) }
}

/** One after the other, so that two of three are always there. */
async function killAndStart({ bench, places, instances }: Stage, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    await sleep(randomInt(1_000, 3_000))
    const index = kill % instanceCount
    const place = places[index]
    await instances[index]?.kill()
    await sleep(randomInt(0, 2_000))
    instances[index] = await bench.start(place)
  }
}

function judge({ bench }: Stage, faults: Faults, { watch, shift }: Experience): void {
  for (const [status, count] of watch.troubles) {
    if (status !== 503 && status !== 0) faults.add(`answered ${status}`, `${count} times`)
  }
  const part = (watch.failed + shift.openedInSilence.length) / watch.asked
  // In a few seconds beside other tests a part says little.
  if (part >= bench.pick(mostFailed, 10 * mostFailed, mostFailed)) faults.add('too many requests failed', percent(part))
}

function format({ watch, shift, lines }: Experience, seconds: number): string {
  const silent = shift.openedInSilence.length
  const failed = watch.failed + silent
  return (
    `${failed} of ${watch.asked} requests failed (${percent(failed / watch.asked)}, ${silent} of them links that were ` +
    `opened and nobody told), ${Math.round(watch.asked / seconds)} requests a second: ${watch.describe()}; longest wait ` +
    `${watch.longest}; ${lines} lines acknowledged; ${shift.repeated} refreshes repeated with the same token`
  )
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)} %`
}
