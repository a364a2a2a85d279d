import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Choice } from '../choice.ts'
import type { Contestant, Standing } from '../contestants/contestant.ts'
import type { Figure } from '../figures/record.ts'
import { toFigure } from '../figures/to-figure.ts'
import { Connection } from '../load/connection.ts'
import { say } from '../rig/say.ts'
import type { Site } from '../rig/site.ts'

/** Between two looks at the clock. */
const perLook = 100

/**
 * How many tokens a second their receiver can verify, with jose and the keys that the issuer publishes: what a service
 * behind the issuer pays for each request, without asking anybody.
 */
export async function measureVerifying(site: Site, choice: Choice, all: readonly Contestant[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const contestant of all) {
    if (!contestant.jwksPath) continue
    say(`verify, ${contestant.title} …`)
    const standing = await (await contestant.prepare(site))()
    try {
      const rates = await verifyInRounds(standing, contestant.jwksPath, choice)
      const names = {
        work: 'verify',
        contestant: contestant.name,
        subject: 'at the receiver',
        unit: 'per second',
      } as const
      figures.push(toFigure(names, rates))
    } finally {
      await standing.stop()
    }
  }
  return figures
}

async function verifyInRounds(standing: Standing, jwksPath: string, choice: Choice): Promise<number[]> {
  const token = await fetchToken(standing)
  const keys = createRemoteJWKSet(new URL(`http://${standing.target.host}${jwksPath}`))
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

async function fetchToken({ target, ask }: Standing): Promise<string> {
  const { feed } = await ask('token')
  const connection = new Connection(target.port)
  const { body } = await connection.ask((feed.kind === 'cycle' && feed.requests[0]) || '')
  connection.close()
  const answer = JSON.parse(body.toString('utf8'))
  return answer.accessToken ?? answer.access_token
}
