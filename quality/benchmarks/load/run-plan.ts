import type { Answer } from './answer-reader.ts'
import { Connection } from './connection.ts'
import { createJudge } from './judge.ts'
import { type Load, runClosedLoop, runOpenLoop } from './loops.ts'
import type { Plan, ServerAddress, SourcePlan, Timing } from './plan.ts'
import { chain, cycle, once, type RequestSource } from './request-source.ts'
import { getRequest } from './requests.ts'
import { Stopwatch } from './stopwatch.ts'

/** Sign-in links are issued over this many connections, in batches that are opened within their 15 s. */
const fetching = { connections: 16, forMs: 1_500, most: 2_000 }

/** Warms up, measures, and returns the outcome. @throws Error for a wrong or missing response */
export async function runPlan(plan: Plan): Promise<Timing> {
  const stopwatch = new Stopwatch()
  await (plan.source.kind === 'links' ? runInBatches(plan, plan.source, stopwatch) : runThrough(plan, stopwatch))
  const timing = stopwatch.read()
  if (timing.answered === 0) throw new Error('nothing was answered')
  return timing
}

async function runThrough({ address, source, expect, pace, warmUpMs, measureMs }: Plan, stopwatch: Stopwatch) {
  const load = { port: address.port, source: openSource(address, source), judge: createJudge(expect), stopwatch }
  const warmUntil = performance.now() + warmUpMs
  const period = { endAt: Number.POSITIVE_INFINITY }
  const isOver = () => {
    // A warm-up that takes longer doesn't shorten the measurement.
    if (performance.now() >= warmUntil && !stopwatch.isRunning) {
      stopwatch.start()
      period.endAt = performance.now() + measureMs
    }
    return performance.now() >= period.endAt
  }
  if (pace.kind === 'open') await runOpenLoop(load, pace.perSecond, { isOver, period })
  else await withConnections(address.port, pace.connections, (connections) => runClosedLoop(load, connections, isOver))
  // Requests in flight at the end have been awaited.
  stopwatch.stop()
}

function openSource(address: ServerAddress, source: SourcePlan): RequestSource {
  return source.kind === 'chain' ? chain(address, source) : cycle(source.requests)
}

/** The clock runs only while links are opened. The first batch is the warm-up. */
async function runInBatches(plan: Plan, source: SourcePlan & { kind: 'links' }, stopwatch: Stopwatch): Promise<void> {
  const { address, pace } = plan
  if (pace.kind === 'open') throw new Error('links cannot be opened at a fixed rate: they are fetched in between')
  await withConnections(address.port, pace.connections, async (connections) => {
    for (let isWarm = plan.warmUpMs === 0; stopwatch.measuredMs < plan.measureMs; isWarm = true) {
      const links = await fetchLinks(plan, source)
      const load = { port: address.port, source: once(links), judge: createJudge(plan.expect), stopwatch }
      if (isWarm) stopwatch.start()
      await runClosedLoop(load, connections, () => false)
      stopwatch.stop()
    }
  })
}

async function fetchLinks({ address }: Plan, { requests, field }: SourcePlan & { kind: 'links' }) {
  const links: string[] = []
  const next = cycle(requests)
  const took = ({ body }: Answer) => {
    const { pathname, search } = new URL(JSON.parse(body.toString('latin1'))[field])
    links.push(getRequest(address, `${pathname}${search}`))
  }
  const until = performance.now() + fetching.forMs
  let asked = 0
  const load: Load = {
    port: address.port,
    source: () => {
      const request = asked++ < fetching.most && performance.now() < until ? next() : undefined
      return request && { text: request.text, took }
    },
    judge: createJudge({ status: 200 }),
    stopwatch: new Stopwatch(),
  }
  await withConnections(address.port, fetching.connections, (connections) =>
    runClosedLoop(load, connections, () => false),
  )
  return links
}

async function withConnections(
  port: number,
  count: number,
  work: (connections: readonly Connection[]) => Promise<void>,
): Promise<void> {
  const connections = Array.from({ length: count }, () => new Connection(port))
  try {
    await work(connections)
  } finally {
    for (const connection of connections) connection.close()
  }
}
