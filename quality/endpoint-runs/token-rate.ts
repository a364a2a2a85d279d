import { median } from '../benchmarks/figures/statistics.ts'
import { LoadProcess } from '../benchmarks/harness/load-process.ts'
import type { Plan } from '../benchmarks/load/plan.ts'
import { formRequest } from '../benchmarks/load/requests.ts'
import { tokenExpectation } from '../benchmarks/targets/token-expectation.ts'

type Client = Readonly<{ port: number; keyId: string; secret: string }>

const measureMs = 5_000
const connections = 8
const quietRounds = 3

/** Tokens per second, median: while the work pauses or has ended, and while it runs. */
export type TokenRates = Readonly<{ alone: number; meanwhile: number }>

/**
 * Measures how fast tokens are issued without and during this work, in a closed loop. The work pauses between its
 * steps, because the speed of a machine changes within minutes.
 */
export async function measureTokens(
  client: Client,
  work: (pause: () => Promise<void>) => Promise<void>,
): Promise<TokenRates> {
  const load = new LoadProcess()
  const plan = toPlan(client)
  const [alone, meanwhile]: [number[], number[]] = [[], []]
  let pausing: PromiseWithResolvers<void> | undefined
  let isOver = false
  const measureAlone = async () => {
    for (let round = 0; round < quietRounds; round++) alone.push(await measureOnce(load, plan))
  }
  try {
    await measureAlone()
    const pause = () => {
      pausing = Promise.withResolvers()
      return pausing.promise
    }
    const working = work(pause).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const rate = await measureOnce(load, plan)
      // If the step has ended meanwhile, this is a rate of both.
      if (!pausing) meanwhile.push(rate)
      else {
        await measureAlone()
        pausing.resolve()
        pausing = undefined
      }
    }
    await working
    return { alone: median(alone), meanwhile: median(meanwhile) }
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
    address,
    source: { kind: 'cycle', requests },
    expect: tokenExpectation,
    ...times,
    pace: { kind: 'closed', connections },
  }
}

async function measureOnce(load: LoadProcess, plan: Plan): Promise<number> {
  const outcome = await load.run(plan)
  if (outcome.kind === 'failed') throw new Error(outcome.reason)
  return outcome.timing.perSecond
}
