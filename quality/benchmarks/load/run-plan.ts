import type { Answer } from './answer-reader.ts'
import { Connection } from './connection.ts'
import { chain, cycle, type Feed, once } from './feed.ts'
import { createJudge } from './judge.ts'
import { type Load, runClosedLoop, runOpenLoop } from './loops.ts'
import type { FeedPlan, Plan, Target, Timing } from './plan.ts'
import { getRequest } from './requests.ts'
import { Stopwatch } from './stopwatch.ts'

/** Links are asked for by so many at a time, whoever opens them, and so few that all are opened within their 15 s. */
const fetching = { connections: 16, forMs: 1_500, most: 2_000 }

/** Warms up, measures, and tells what it saw. @throws Error where an answer was wrong or none came */
export async function runPlan(plan: Plan): Promise<Timing> {
  const stopwatch = new Stopwatch()
  await (plan.feed.kind === 'links' ? runInBatches(plan, plan.feed, stopwatch) : runThrough(plan, stopwatch))
  const timing = stopwatch.read()
  if (timing.answered === 0) throw new Error('nothing was answered')
  return timing
}

async function runThrough({ target, feed, expect, pace, warmUpMs, measureMs }: Plan, stopwatch: Stopwatch) {
  const load = { port: target.port, feed: openFeed(target, feed), judge: createJudge(expect), stopwatch }
  const startAt = performance.now() + warmUpMs
  const isOver = () => {
    const now = performance.now()
    if (!stopwatch.isRunning && now >= startAt && now < startAt + measureMs) stopwatch.start()
    return now >= startAt + measureMs
  }
  if (pace.kind === 'open') await runOpenLoop(load, pace.perSecond, isOver)
  else await withConnections(target.port, pace.connections, (connections) => runClosedLoop(load, connections, isOver))
  // Those under way at the end have been waited for.
  stopwatch.stop()
}

function openFeed(target: Target, feed: FeedPlan): Feed {
  return feed.kind === 'chain' ? chain(target, feed) : cycle(feed.requests)
}

/** The clock runs only while links are opened. The first batch is the warm-up. */
async function runInBatches(plan: Plan, feed: FeedPlan & { kind: 'links' }, stopwatch: Stopwatch): Promise<void> {
  const { target, pace } = plan
  if (pace.kind === 'open') throw new Error('links cannot be opened at a fixed rate: they are fetched in between')
  await withConnections(target.port, pace.connections, async (connections) => {
    for (let isWarm = plan.warmUpMs === 0; stopwatch.measuredMs < plan.measureMs; isWarm = true) {
      const links = await fetchLinks(plan, feed)
      const load = { port: target.port, feed: once(links), judge: createJudge(plan.expect), stopwatch }
      if (isWarm) stopwatch.start()
      await runClosedLoop(load, connections, () => false)
      stopwatch.stop()
    }
  })
}

async function fetchLinks({ target }: Plan, { requests, field }: FeedPlan & { kind: 'links' }) {
  const links: string[] = []
  const next = cycle(requests)
  const took = ({ body }: Answer) => {
    const { pathname, search } = new URL(JSON.parse(body.toString('latin1'))[field])
    links.push(getRequest(target, `${pathname}${search}`))
  }
  const until = performance.now() + fetching.forMs
  let asked = 0
  const load: Load = {
    port: target.port,
    feed: () => {
      const request = asked++ < fetching.most && performance.now() < until ? next() : undefined
      return request && { text: request.text, took }
    },
    judge: createJudge({ status: 200 }),
    stopwatch: new Stopwatch(),
  }
  await withConnections(target.port, fetching.connections, (connections) =>
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
