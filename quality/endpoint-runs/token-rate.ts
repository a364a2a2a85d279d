import { median } from '../benchmarks/figures/statistics.ts'
import { LoadProcess } from '../benchmarks/harness/load-process.ts'
import type { Plan } from '../benchmarks/load/plan.ts'
import { formRequest } from '../benchmarks/load/requests.ts'
import { tokenExpectation } from '../benchmarks/targets/token-expectation.ts'

type Client = Readonly<{ port: number; keyId: string; secret: string }>

const measureMs = 5_000
const connections = 8
const quietRounds = 3

/** Tokens per second, median: before the work, while it runs, and after it, when the database is larger. */
export type TokenRates = Readonly<Record<'before' | 'meanwhile' | 'after', number>>

/** Measures how fast tokens are issued before, during and after this work, in a closed loop. */
export async function measureTokens(client: Client, work: () => Promise<void>): Promise<TokenRates> {
  const load = new LoadProcess()
  try {
    const plan = toPlan(client)
    const before = await measureQuiet(load, plan)
    const meanwhile: number[] = []
    let isOver = false
    const working = work().finally(() => {
      isOver = true
    })
    while (!isOver) meanwhile.push(await measureOnce(load, plan))
    await working
    return { before, meanwhile: median(meanwhile), after: await measureQuiet(load, plan) }
  } finally {
    load.stop()
  }
}

function toPlan({ port, keyId, secret }: Client): Plan {
  const address = { port, host: `127.0.0.1:${port}` }
  const form = { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }
  const requests = [formRequest(address, '/auth/v1/token', form)]
  const times = { warmUpMs: 0, measureMs }
  return {
    ...{ address, source: { kind: 'cycle', requests }, expect: tokenExpectation, ...times },
    pace: { kind: 'closed', connections },
  }
}

async function measureQuiet(load: LoadProcess, plan: Plan): Promise<number> {
  const rates: number[] = []
  while (rates.length < quietRounds) rates.push(await measureOnce(load, plan))
  return median(rates)
}

async function measureOnce(load: LoadProcess, plan: Plan): Promise<number> {
  const outcome = await load.run(plan)
  if (outcome.kind === 'failed') throw new Error(outcome.reason)
  return outcome.timing.perSecond
}
