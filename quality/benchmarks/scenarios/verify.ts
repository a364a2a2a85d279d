import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Choice } from '../choice.ts'
import type { Figure } from '../figures/record.ts'
import { toFigure } from '../figures/to-figure.ts'
import { say } from '../harness/log-line.ts'
import type { Site } from '../harness/site.ts'
import { Connection } from '../load/connection.ts'
import type { RunningTarget, Target } from '../targets/target.ts'

/** Verifications between two readings of the clock. */
const perLook = 100

/**
 * Measures how many tokens per second a resource server can verify with jose and the published keys, without requests
 * to the issuer.
 */
export async function measureVerifying(site: Site, choice: Choice, all: readonly Target[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const target of all) {
    if (!target.jwksPath) continue
    say(`verify, ${target.title} …`)
    const running = await (await target.prepare(site))()
    try {
      const rates = await verifyInRounds(running, target.jwksPath, choice)
      const names = {
        scenario: 'verify',
        target: target.name,
        subject: 'at the receiver',
        unit: 'per second',
      } as const
      figures.push(toFigure(names, rates))
    } finally {
      await running.stop()
    }
  }
  return figures
}

async function verifyInRounds(running: RunningTarget, jwksPath: string, choice: Choice): Promise<number[]> {
  const token = await fetchToken(running)
  const keys = createRemoteJWKSet(new URL(`http://${running.address.host}${jwksPath}`))
  await jwtVerify(token, keys)
  const rates: number[] = []
  while (rates.length < choice.rounds) {
    const startedAt = performance.now()
    let verified = 0
    while (performance.now() - startedAt < choice.seconds * 1_000) {
      for (let time = 0; time < perLook; time++) await jwtVerify(token, keys)
      verified += perLook
    }
    rates.push((verified / (performance.now() - startedAt)) * 1_000)
  }
  return rates
}

async function fetchToken({ address, ask }: RunningTarget): Promise<string> {
  const { source } = await ask('token')
  const connection = new Connection(address.port)
  const { body } = await connection.ask((source.kind === 'cycle' && source.requests[0]) || '')
  connection.close()
  const answer = JSON.parse(body.toString('utf8'))
  return answer.accessToken ?? answer.access_token
}
