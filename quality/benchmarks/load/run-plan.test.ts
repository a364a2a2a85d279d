import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Plan, Timing } from './plan.ts'
import { formRequest, getRequest } from './requests.ts'
import { PlanRun } from './run-plan.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function listen(listener: RequestListener): Promise<Plan['address']> {
  const server = createServer(listener)
  ends.push(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, host: `localhost:${port}` }
}

const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) })

function plan(address: Plan['address'], extra: Partial<Plan>): Plan {
  const source = { kind: 'cycle', requests: [getRequest(address, '/')] } as const
  const pace = { kind: 'closed', connections: 4 } as const
  return { address, source, expect: { status: 200 }, pace, warmUpMs: 20, measureMs: 150, ...extra }
}

/** Warms up and measures in one turn. */
async function runPlan(all: Plan): Promise<Timing> {
  const run = new PlanRun(all)
  ends.push(() => run.close())
  await run.warmUp()
  await run.takeTurn(all.measureMs)
  return run.read()
}

describe('a closed loop', () => {
  it('asks for what it was given, in turn, and counts answers', async () => {
    const bodies: string[] = []
    const address = await listen(async (request, response) => {
      bodies.push(await text(request))
      response.end(JSON.stringify({ good: true }))
    })
    const requests = ['one', 'two'].map((name) => formRequest(address, '/', { name }))
    const expectation = { status: 200, members: ['good'] }
    const timing = await runPlan(plan(address, { source: { kind: 'cycle', requests }, expect: expectation }))
    expect(new Set(bodies)).toEqual(new Set(['name=one', 'name=two']))
    expect(timing.answered).toBeGreaterThan(0)
    expect(timing.answered).toBeLessThanOrEqual(bodies.length)
    expect(timing.perSecond).toBeGreaterThan(timing.answered)
  })

  it('measures for as long as it was told after a warm-up that took longer', async () => {
    let pause = 400
    const address = await listen((_request, response) => {
      for (const until = performance.now() + pause; performance.now() < until; );
      pause = 0
      response.end('{}')
    })
    const { answered, perSecond } = await runPlan(plan(address, {}))
    expect((answered / perSecond) * 1_000).toBeGreaterThanOrEqual(150)
  })

  it('never has more under way than it has connections', async () => {
    let [underWay, most] = [0, 0]
    const address = await listen(async (_request, response) => {
      most = Math.max(most, ++underWay)
      await sleep(5)
      underWay--
      response.end('{}')
    })
    await runPlan(plan(address, {}))
    expect(most).toBe(4)
  })

  it.each([
    ['another status', json({ good: true }, 429), '429 in place of 200'],
    ['other members', json({ good: true, bad: true }), 'other members'],
    ['no JSON', { status: 200, body: 'good' }, 'other members'],
  ])('fails at %s', async (_what, { status, body }, reason) => {
    const address = await listen((_request, response) => void response.writeHead(status).end(body))
    const failing = runPlan(plan(address, { expect: { status: 200, members: ['good'] } }))
    await expect(failing).rejects.toThrow(reason)
  })
})

describe('a chain', () => {
  it('uses every token once and goes on with the one in its answer', async () => {
    const used: string[] = []
    const address = await listen(async (request, response) => {
      const token = new URLSearchParams(await text(request)).get('token') ?? ''
      used.push(token)
      const [family, generation] = token.split('.')
      response.end(JSON.stringify({ token: `${family}.${Number(generation) + 1}` }))
    })
    const pool = ['a', 'b', 'c', 'd'].map((family) => ({ token: `${family}.1`, form: { who: family } }))
    const source = { kind: 'chain', path: '/', field: 'token', pool } as const
    await runPlan(plan(address, { source, measureMs: 600 }))
    expect(used.length).toBeGreaterThan(20)
    expect(new Set(used).size).toBe(used.length)
  })
})

describe('links', () => {
  it('are fetched while the clock stands still, and opened once each', async () => {
    const opened: string[] = []
    let made = 0
    const address = await listen(async (request, response) => {
      if (request.method === 'GET') opened.push(request.url ?? '')
      else await sleep(10)
      response.end(JSON.stringify({ link: `http://elsewhere/open?number=${made++}` }))
    })
    const source = { kind: 'links', requests: [formRequest(address, '/make', {})], field: 'link' } as const
    const timing = await runPlan(plan(address, { source, warmUpMs: 0, measureMs: 20 }))
    expect(new Set(opened).size).toBe(opened.length)
    expect(timing.answered).toBe(opened.length)
    // Faster than they can be fetched.
    expect(timing.p50).toBeLessThan(10)
  })
})

describe('an open loop', () => {
  const pace = { kind: 'open', perSecond: 200 } as const

  it('asks as often as it was told', async () => {
    const address = await listen((_request, response) => void response.end('{}'))
    const timing = await runPlan(plan(address, { pace, warmUpMs: 0, measureMs: 500 }))
    expect(timing.answered).toBeGreaterThanOrEqual(95)
    expect(timing.answered).toBeLessThanOrEqual(105)
  })

  it('sends requests that are due during a pause of the generator at the end', async () => {
    const address = await listen((_request, response) => void response.end('{}'))
    setTimeout(() => {
      for (const until = performance.now() + 400; performance.now() < until; );
    }, 200)
    const timing = await runPlan(plan(address, { pace, warmUpMs: 0, measureMs: 500 }))
    expect(timing.answered).toBeGreaterThanOrEqual(95)
    expect(timing.answered).toBeLessThanOrEqual(105)
  })

  it('counts what was due while a server stood still, though nothing could be sent', async () => {
    let stuckUntil = 0
    const address = await listen(async (_request, response) => {
      stuckUntil ||= performance.now() + 300
      await sleep(Math.max(0, stuckUntil - performance.now()))
      response.end('{}')
    })
    const timing = await runPlan(plan(address, { pace, warmUpMs: 0, measureMs: 500 }))
    // More than half of them were due within the 300 ms.
    expect(timing.p50).toBeGreaterThan(30)
    expect(timing.longest).toBeGreaterThanOrEqual(290)
  })
})
