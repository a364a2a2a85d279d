import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { DatabaseClock } from './clock/database-clock.ts'
import { passSecretEnds } from './clock/secret-ends.ts'
import { type SkewedInstance, startSkewed } from './clock/skewed-instance.ts'
import type { CaseContext } from './harness/case-context.ts'
import { withServices } from './harness/databases.ts'
import { createFixtures, type Fixtures } from './harness/fixtures.ts'
import {
  askGrant,
  askRefresh,
  askSessionStatus,
  askTokens,
  openGrant,
  readGrantUrl,
  readSessionCookies,
  readTokens,
} from './harness/protocol.ts'
import { signInAgent } from './harness/sign-in-agent.ts'
import { ensureProgram } from './harness/system-programs.ts'
import { startWebhookReceiver } from './harness/webhook-receiver.ts'
import { AcknowledgedState } from './ledger/acknowledged-state.ts'
import { verifyDatabase } from './ledger/verify-database.ts'
import { addReceiver, verifyDeliveries } from './ledger/verify-deliveries.ts'
import { raceOn } from './race.ts'
import { Faults, type Finding, type ResilienceTest } from './resilience-test.ts'

export const clockTest: ResilienceTest = {
  name: 'clock',
  guarantee:
    'links expire after 15 s, and secrets retire, by the clock of the database, even when the clocks of two instances ' +
    'differ and jump.',
  description:
    'Two instances share one PostgreSQL; one clock runs a minute ahead, the other a minute behind (`faketime`). ' +
    'Links of either instance are opened at either instance at many moments around their expiry. No link may open ' +
    'that was requested after 15.000 s of true time, and none may be refused before. The uncertainty, which is the ' +
    'duration of a request, is printed. Tokens, sessions and portal sign-ins of one instance work at the other ' +
    'immediately. Then the clocks of the instances jump apart, by up to two months, while the database’s clock, the one ' +
    'SQL function that tells the time, is moved to the end of timed retirements, rehearsals and pending secrets. Secrets ' +
    'are used at many moments around that end: none may work or be refused on the wrong side of it. A retirement is ' +
    'recorded once, and is final even if the database’s clock goes back. The journal has neither gap nor fork, and a ' +
    'webhook endpoint gets every event of these secrets, in order.',
  cases: [{ engine: 'postgres', setUp: '2 instances, ± 60 s', run: skewClocks }],
  mutations: [
    {
      name: 'clock-of-the-instance',
      removed: 'Statements use the clock of the instance instead of the database’s.',
      edits: [
        {
          file: 'lib/foundation/db/postgres/dialect.ts',
          text: '{ text: query.sql, values, name: this.#nameOf(query.sql) }',
          instead: "{ text: query.sql.replaceAll('latchkey_now_ms()', String(Date.now())), values }",
        },
      ],
      notices: () => true,
    },
    {
      name: 'clock-of-retirement',
      removed: 'Timed retirements and rehearsals of secrets follow the clock of the instance.',
      edits: [
        {
          file: 'lib/foundation/db/postgres/dialect.ts',
          text: '{ text: query.sql, values, name: this.#nameOf(query.sql) }',
          instead:
            '{ text: query.sql.replace(/(?<=retires_at >|refused_until <=) latchkey_now_ms\\(\\)/g, " " + Date.now()), values }',
        },
      ],
      notices: () => true,
    },
    {
      name: 'clock-of-lapse',
      removed: 'The lapse of pending secrets follows the clock of the instance.',
      edits: [
        {
          file: 'lib/domain/keys/api-keys/authenticate-api-key.ts',
          text: 'secretDenial(secret, key.now)',
          instead: 'secretDenial(secret, Date.now())',
        },
      ],
      notices: () => true,
    },
  ],
}

const skewMs = 60_000
const lifeMs = 15_000
/** When links are opened, in milliseconds after their issue. */
const moments = [0, 14_000, 14_500, 14_800, 14_900, 14_950, 15_000, 15_050, 15_200, 15_500]
const waveEveryMs = 1_000
/** How far the clocks of the two instances jump from the true time, in opposite directions. */
const jumps = [31 * dayMs, -31 * dayMs, hourMs, -hourMs, minuteMs, -minuteMs]
const secretKinds = ['api_key.secret_activated', 'api_key.secret_rehearsed', 'api_key.secret_retired'] as const

type Way = Readonly<{ from: SkewedInstance; to: SkewedInstance }>
type Field = Readonly<{ fixtures: Fixtures; faults: Faults; openings: Opening[] }>
type Opening = Readonly<{ isOpened: boolean; sentAfterMs: number; answeredAfterMs: number }>

async function skewClocks(context: CaseContext): Promise<Finding> {
  ensureProgram('faketime', ['-f', '+60s', 'true'])
  const waves = context.pick(20, 1)
  const fixtures = await createFixtures(context)
  const ahead = await startSkewed(context, 'ahead', skewMs)
  const behind = await startSkewed(context, 'behind', -skewMs)
  const ways = [ahead, behind].flatMap((from) => [ahead, behind].map((to) => ({ from, to })))
  const field: Field = { fixtures, faults: new Faults(), openings: [] }
  const raced = context.size === 'short' ? await raceOn(context, [ahead.send, behind.send]) : undefined
  if (raced) field.faults.addAll(raced.faults, 'race')
  const person = await context.withServices(signInAgent)
  for (const way of ways) await carryOver(field, way, person.cookies)
  const running: Promise<void>[] = []
  for (let wave = 0; wave < waves; wave++) {
    running.push(...ways.map((way) => openAroundTheEnd(field, way)))
    await sleep(waveEveryMs)
  }
  await Promise.all(running)
  const { uses, messages } = await endSecrets(context, field, [ahead, behind])
  return {
    size: `${raced ? `${raced.size}, ` : ''}${field.openings.length} links, ${uses.length} uses of secrets`,
    faults: field.faults,
    figures:
      `${raced ? `${raced.figures}; ` : ''}${describeOpenings(field.openings)}; ${uses.filter((isOver) => !isOver).length} uses of secrets before their end, ` +
      `${uses.filter((isOver) => isOver).length} after it; ${messages} webhook messages`,
  }
}

/** @returns the uses of secrets, by whether they were answered as after the end; and the number of webhook messages */
async function endSecrets(
  context: CaseContext,
  { faults }: Field,
  instances: readonly SkewedInstance[],
): Promise<Readonly<{ uses: readonly boolean[]; messages: number }>> {
  await using receiver = await startWebhookReceiver()
  const variables = await context.variables({ WEBHOOK_NETWORKS: '127.0.0.1' })
  // The endpoint closes after this block.
  return await withServices(variables, async (services) => {
    const clock = new DatabaseClock(services.env.databaseUrl ?? '')
    await addReceiver(services, receiver, secretKinds)
    const uses: boolean[] = []
    for (const jumpMs of context.pick(jumps, jumps.slice(0, 1)))
      uses.push(...(await passSecretEnds({ services, clock, instances, faults }, jumpMs)))
    await verifyDatabase(services, new AcknowledgedState(), faults)
    await verifyDeliveries(services, receiver, faults)
    return { uses, messages: receiver.messages.length }
  })
}

/** Credentials of one instance work at the other immediately. */
async function carryOver({ fixtures, faults }: Field, { from, to }: Way, personCookies: string): Promise<void> {
  const [program, accountId] = partsOf(fixtures)
  const way = `${from.name} to ${to.name}`
  const expect = (what: string, status: number, expected: number) => {
    if (status !== expected) faults.add(`${what} answered ${status}`, way)
  }
  expect('the portal', (await to.send({ path: '/', headers: { Cookie: personCookies } })).status, 200)
  const { accessToken, refreshToken } = readTokens(await askTokens(from.send, program))
  const { iat = 0, exp = 0 } = decodeJwt(accessToken)
  if (Math.abs(iat * 1_000 - Date.now()) > 5_000 || exp - iat !== 36_000) faults.add('a token of another time', way)
  expect('an access token', (await askGrant(to.send, accessToken, 'no-such-account')).status, 403)
  const first = readTokens(await askRefresh(from.send, program.username, refreshToken))
  const again = await askRefresh(to.send, program.username, refreshToken)
  expect('a repeated refresh', again.status, 200)
  if (again.status === 200 && readTokens(again).refreshToken !== first.refreshToken) faults.add('two successors', way)
  const issued = await askGrant(from.send, accessToken, accountId)
  expect('a request for a link', issued.status, 200)
  if (issued.status !== 200) return
  const opened = await openGrant(to.send, readGrantUrl(issued))
  const session = await askSessionStatus(from.send, accountId, readSessionCookies(opened) ?? '')
  if (!JSON.parse(session.body).open) faults.add('a session is not open', `${way}: ${session.body}`)
}

async function openAroundTheEnd(field: Field, { from, to }: Way): Promise<void> {
  const [program, accountId] = partsOf(field.fixtures)
  const { accessToken } = readTokens(await askTokens(from.send, program))
  const openings = moments.map(async (afterMs) => {
    const grantUrl = readGrantUrl(await askGrant(from.send, accessToken, accountId))
    const issuedAt = Number(new URL(grantUrl).searchParams.get('timestamp'))
    await sleep(Math.max(0, issuedAt + afterMs - Date.now()))
    const sentAfterMs = Date.now() - issuedAt
    const { status } = await openGrant(to.send, grantUrl)
    const answeredAfterMs = Date.now() - issuedAt
    const way = `${from.name} to ${to.name}, asked at ${sentAfterMs} ms, answered at ${answeredAfterMs} ms`
    if (status !== 303 && status !== 410) field.faults.add(`a link answered ${status}`, way)
    if (status === 303 && sentAfterMs >= lifeMs) field.faults.add('opened too late', way)
    if (status === 410 && answeredAfterMs < lifeMs) field.faults.add('refused too early', way)
    field.openings.push({ isOpened: status === 303, sentAfterMs, answeredAfterMs })
  })
  await Promise.all(openings)
}

function describeOpenings(openings: readonly Opening[]): string {
  const opened = openings.filter(({ isOpened }) => isOpened)
  const refused = openings.filter(({ isOpened }) => !isOpened)
  const underWay = openings.map(({ sentAfterMs, answeredAfterMs }) => answeredAfterMs - sentAfterMs)
  return (
    `${opened.length} opened, the last asked for at ${Math.max(...opened.map(({ sentAfterMs }) => sentAfterMs))} ms; ` +
    `${refused.length} refused, the first answered at ` +
    `${Math.min(...refused.map(({ answeredAfterMs }) => answeredAfterMs))} ms; on its way for ` +
    `${Math.max(...underWay)} ms at most`
  )
}

function partsOf({ programs, accountIds }: Fixtures): [Fixtures['programs'][number], string] {
  const [[program], [accountId]] = [programs, accountIds]
  if (!program || accountId === undefined) throw new Error('the fixtures are empty')
  return [program, accountId]
}
