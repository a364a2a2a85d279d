import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import type { Plan } from './plan.ts'
import { getRequest } from './requests.ts'
import { runInTurns } from './run-in-turns.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Servers that note the order in which they are under load, their connections and the tokens that they get. */
async function listen(names: readonly string[]) {
  const log: string[] = []
  const tokens: string[] = []
  const connections: Record<string, number> = {}
  const addresses = names.map(async (name): Promise<Plan['address']> => {
    const server = createServer(async (request, response) => {
      if (log.at(-1) !== name) log.push(name)
      const token = new URLSearchParams(await text(request)).get('token')
      tokens.push(`${name} ${token}`)
      response.writeHead(name === 'broken' ? 500 : 200).end(JSON.stringify({ token: `${token}+` }))
    })
    server.on('connection', () => {
      connections[name] = (connections[name] ?? 0) + 1
    })
    ends.push(() => void server.close().closeAllConnections())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { port, host: `localhost:${port}` }
  })
  return { log, tokens, connections, addresses: await Promise.all(addresses) }
}

function plan(address: Plan['address'], extra: Partial<Plan> = {}): Plan {
  const source = { kind: 'cycle', requests: [getRequest(address, '/')] } as const
  const pace = { kind: 'closed', connections: 3 } as const
  return { address, source, expect: { status: 200 }, pace, warmUpMs: 0, measureMs: 400, ...extra }
}

it('alternates, each first as often as second, on the same connections', async () => {
  const { log, connections, addresses } = await listen(['a', 'b'])
  const outcomes = await runInTurns(
    addresses.map((address) => plan(address)),
    200,
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(['measured', 'measured'])
  // Both turns of b, between those of a.
  expect(log).toEqual(['a', 'b', 'a'])
  expect(connections).toEqual({ a: 3, b: 3 })
})

it('uses a token of a chain once, whatever the turn', async () => {
  const { addresses, tokens } = await listen(['a', 'b'])
  const pool = ['x', 'y', 'z'].map((token) => ({ token, form: {} }))
  const plans = addresses.map((address) =>
    plan(address, { source: { kind: 'chain', path: '/', field: 'token', pool } }),
  )
  await runInTurns(plans, 20)
  expect(tokens.length).toBeGreaterThan(40)
  expect(new Set(tokens).size).toBe(tokens.length)
})

it('continues without a plan that failed', async () => {
  const { addresses } = await listen(['broken', 'a'])
  const [failed, measured] = await runInTurns(
    addresses.map((address) => plan(address)),
    20,
  )
  expect(failed).toMatchObject({ kind: 'failed', reason: expect.stringContaining('500 in place of 200') })
  expect(measured?.kind).toBe('measured')
})
