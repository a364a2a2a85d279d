import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { withoutRetryWindow } from './edits.ts'
import type { CaseContext } from './harness/case-context.ts'
import { type ApiClient, addAccount, addClient, testOperator } from './harness/fixtures.ts'
import type { Answer, Send } from './harness/http.ts'
import {
  askGrant,
  askRefresh,
  askTokens,
  openGrant,
  readGrantUrl,
  readSessionCookies,
  readTokens,
} from './harness/protocol.ts'
import { type Case, Faults, type Finding, type ResilienceTest } from './resilience-test.ts'

/** In the short form, the instances of `clock` race. */
const complete = ['full', 'proof'] as const

const cases: readonly Case[] = [
  { engine: 'sqlite', setUp: '1 process', sizes: complete, run: (context) => race(context, 1) },
  { engine: 'sqlite', setUp: '3 processes on one file', sizes: complete, run: (context) => race(context, 3) },
  { engine: 'postgres', setUp: '3 instances', sizes: complete, run: (context) => race(context, 3) },
]

export const raceTest: ResilienceTest = {
  name: 'race',
  guarantee:
    'a link opens exactly one session, a refresh token has exactly one successor, and a new secret becomes current ' +
    'exactly once, under 200 parallel requests.',
  description:
    'Opens one link 200 times in parallel, presents one refresh token 200 times and one new secret 200 times, spread ' +
    'over all processes, for a hundred rounds each. Exactly one request may open a session, and all others must ' +
    'report a used link. All refreshes must return the same successor. Every use of the secret must return tokens. ' +
    'Then the test counts sessions, generations and audit events in the database.',
  cases,
  mutations: [
    {
      name: 'race-statement',
      removed: 'The statement that redeems a grant no longer requires that it is unredeemed.',
      edits: [
        {
          file: 'lib/domain/links/sso-grants/redemption-store.ts',
          text: "    .where('token_hash', '=', redemption.tokenHash)\n    .where('redeemed_at', 'is', null)\n",
          instead: "    .where('token_hash', '=', redemption.tokenHash)\n",
        },
      ],
      // Also in one process: requests that read before the first commit reach the statement.
      notices: () => true,
    },
    {
      name: 'race-retry-window',
      removed: 'The previous refresh token gets no successor within the retry window.',
      edits: [withoutRetryWindow],
      notices: () => true,
    },
    {
      name: 'race-first-use',
      removed: 'A secret that is current becomes current again: every first use in parallel has its event.',
      edits: [
        {
          file: 'lib/domain/keys/api-keys/secret-rotation-store.ts',
          text: "    .where('s.id', '=', secretId)\n    .where('s.current_since', 'is', null)\n",
          instead: "    .where('s.id', '=', secretId)\n",
        },
      ],
      notices: () => true,
    },
  ],
}

const activation = 'api_key.secret_activated'

type Field = Readonly<{ sends: readonly Send[]; program: ApiClient; faults: Faults; parallel: number }>

async function race(context: CaseContext, processes: number): Promise<Finding> {
  const instances = await Promise.all(Array.from({ length: processes }, () => context.start()))
  return raceOn(
    context,
    instances.map(({ send }) => send),
  )
}

/** Races on running instances of the case. */
export async function raceOn(context: CaseContext, sends: readonly Send[]): Promise<Finding> {
  const rounds = context.pick(100, 2, 10)
  const parallel = context.pick(200, 60)
  const fixtures = await context.withServices(async (services) => ({
    program: await addClient(services),
    accountIds: await inTurn(rounds, () => addAccount(services)),
    rotated: await inTurn(rounds, () => addRotatedClient(services)),
  }))
  const field = { sends, program: fixtures.program, faults: new Faults(), parallel }
  const startedAt = performance.now()
  const opened = await raceForSessions(field, fixtures.accountIds)
  const refreshed = await raceForSuccessors(field, rounds)
  await raceForFirstUses(field, fixtures.rotated)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  await context.withServices(async (services) => {
    await verifyDatabase(services, field.faults, fixtures.accountIds, refreshed)
    await verifyFirstUses(services, field.faults, fixtures.rotated)
  })
  return {
    size: `3 × ${rounds} rounds of ${parallel}`,
    faults: field.faults,
    figures:
      `${opened.length} sessions of ${rounds} links, ${refreshed.length} successors of ${rounds} tokens, ` +
      `${3 * rounds * parallel} requests in ${tookSeconds.toFixed(1)} s`,
  }
}

/** @returns the cookies of the opened sessions */
async function raceForSessions({ sends, program, faults, parallel }: Field, accountIds: readonly string[]) {
  const cookies: string[] = []
  const [send] = firstOf(sends)
  const { accessToken } = readTokens(await askTokens(send, program))
  for (const [round, accountId] of accountIds.entries()) {
    const grantUrl = readGrantUrl(await askGrant(send, accessToken, accountId))
    const answers = await atOnce(sends, parallel, (each) => openGrant(each, grantUrl))
    const won = answers.map(readSessionCookies).filter((cookie) => cookie !== undefined)
    cookies.push(...won)
    if (won.length !== 1) faults.add(`link opened ${won.length} times`, `round ${round}`)
    for (const { status } of answers) {
      if (status !== 303 && status !== 410) faults.add(`opening answered ${status}`, `round ${round}`)
    }
  }
  return cookies
}

/** @returns the distinct successors: one per round if no round forked */
async function raceForSuccessors({ sends, program, faults, parallel }: Field, rounds: number): Promise<string[]> {
  const successors: string[] = []
  const [send] = firstOf(sends)
  for (let round = 0; round < rounds; round++) {
    const { refreshToken } = readTokens(await askTokens(send, program))
    const answers = await atOnce(sends, parallel, (each) => askRefresh(each, program.username, refreshToken))
    for (const { status } of answers) if (status !== 200) faults.add(`refresh answered ${status}`, `round ${round}`)
    const distinct = new Set(answers.flatMap(successorOf))
    successors.push(...distinct)
    if (distinct.size !== 1) faults.add(`token with ${distinct.size} successors`, `round ${round}`)
    if (distinct.has(refreshToken)) faults.add('token that is its own successor', `round ${round}`)
    for (const successor of distinct) {
      const { status } = await askRefresh(send, program.username, successor)
      if (status !== 200) faults.add(`successor answered ${status}`, `round ${round}`)
    }
  }
  return successors
}

async function raceForFirstUses({ sends, faults, parallel }: Field, clients: readonly ApiClient[]): Promise<void> {
  for (const [round, client] of clients.entries()) {
    const answers = await atOnce(sends, parallel, (send) => askTokens(send, client))
    for (const { status } of answers) if (status !== 200) faults.add(`new secret answered ${status}`, `round ${round}`)
  }
}

async function verifyFirstUses({ db }: Services, faults: Faults, clients: readonly ApiClient[]): Promise<void> {
  const events = await db.selectFrom('audit_events').select('subject_id').where('kind', '=', activation).execute()
  for (const { keyId } of clients) {
    const count = events.filter(({ subject_id }) => subject_id === keyId).length
    if (count !== 1) faults.add(`new secret with ${count} first uses`, keyId)
  }
}

/** A client whose new secret waits for its first use. */
async function addRotatedClient(services: Services): Promise<ApiClient> {
  const client = await addClient(services)
  const { secret } = await rotateSecret(services, testOperator, { keyId: client.keyId })
  return { ...client, secret }
}

/** Verifies the rows: one session and one event per link, two rotations per family. */
async function verifyDatabase(
  { db }: Services,
  faults: Faults,
  accountIds: readonly string[],
  successors: readonly string[],
): Promise<void> {
  const sessions = await db.selectFrom('account_sessions').select('account_id').execute()
  const events = await db.selectFrom('audit_events').selectAll().where('kind', '=', 'sso_grant.redeemed').execute()
  for (const accountId of accountIds) {
    const count = sessions.filter((row) => row.account_id === accountId).length
    if (count !== 1) faults.add(`link with ${count} sessions in the database`, accountId)
    const recorded = events.filter((row) => row.account_id === accountId).length
    if (recorded !== 1) faults.add(`link with ${recorded} events`, accountId)
  }
  for (const successor of successors) {
    const familyId = successor.split('.')[1] ?? ''
    const family = await db.selectFrom('refresh_families').selectAll().where('id', '=', familyId).executeTakeFirst()
    if (family?.generation !== 3) faults.add(`family at generation ${family?.generation} in place of 3`, familyId)
  }
}

function atOnce(sends: readonly Send[], count: number, ask: (send: Send) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(sends[index % sends.length] ?? firstOf(sends)[0])))
}

function successorOf(answer: Answer): string[] {
  return answer.status === 200 ? [readTokens(answer).refreshToken] : []
}

function firstOf<T>(list: readonly T[]): [T] {
  const [first] = list
  if (first === undefined) throw new Error('there is none')
  return [first]
}

async function inTurn<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index++) made.push(await make())
  return made
}
