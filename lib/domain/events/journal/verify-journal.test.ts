import { generateKeyPairSync } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { toCanonicalJson } from '#lib/domain/events/journal/chain.ts'
import { checkJournal, readCheckpointKeys } from '#lib/domain/events/journal/check-journal.ts'
import { addFinalCheckpoint, findCurrentCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { exportJournal, type JournalRange } from '#lib/domain/events/journal/export-journal.ts'
import { sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import { type Evidence, type JournalProblem, verifyJournal } from '#lib/domain/events/journal/verify-journal.ts'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { sampleSize } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let keys: JSONWebKeySet

/** 30 entries, a checkpoint after every ten. */
beforeEach(async () => {
  services = await openTestServices()
  for (let n = 1; n <= 30; n++) {
    await createAccount(services, root, account({ id: `acc-${n}`, name: `Account ${n}` }))
    if (n % 10 !== 0) continue
    await sealEvents(services)
    await addFinalCheckpoint(services)
  }
  keys = await readCheckpointKeys(services)
})

async function readLines(range?: JournalRange): Promise<string[]> {
  const lines: string[] = []
  for await (const line of await exportJournal(services, root, range)) lines.push(line.trimEnd())
  return lines
}

async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

const verify = (lines: readonly string[], evidence: Evidence = { keys }) => verifyJournal(stream(lines), evidence)
const isEvent = (line: string | undefined) => line?.includes('"type":"event"') === true

/** The same numbers for the same seed, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

describe('an unedited export', () => {
  it('is verified, whole and in part', async () => {
    const lines = await readLines()
    expect(lines).toHaveLength(1 + 30 + 3)
    const issuer = services.env.baseUrl
    expect(await verify(lines)).toEqual({ issuer, from: 1, to: 30, checkpoints: 3 })
    expect(await verify(await readLines({ from: 8, to: 25 }))).toEqual({ issuer, from: 8, to: 25, checkpoints: 2 })
    expect(await verify(await readLines({ from: 31 }))).toEqual({ issuer, from: 31, to: 30, checkpoints: 0 })
  })

  it('is verified with a checkpoint of before, also after its key was replaced', async () => {
    const keptCheckpoint = (await findCurrentCheckpoint(services)) ?? ''
    await rotateSigningKey(services, root, { now: true })
    await sealEvents(services)
    await addFinalCheckpoint(services)
    const evidence = { keys: await readCheckpointKeys(services), keptCheckpoint }
    expect(evidence.keys.keys).toHaveLength(2)
    expect(await verify(await readLines(), evidence)).toMatchObject({ to: 31, checkpoints: 4 })
    expect(await checkJournal(services, root, keptCheckpoint)).toMatchObject({ to: 31 })
    expect(await verify(await readLines({ from: 31 }), evidence)).toMatchObject({ from: 31, to: 31 })
  })
})

describe('an edited export', () => {
  type Edit = Readonly<{ lines: string[]; problems: readonly JournalProblem['problem'][] }>
  type Editor = (lines: string[], at: number, random: (below: number) => number) => Edit

  const change: Editor = (lines, at, random) => {
    const text = lines[at] ?? ''
    const place = random(text.length)
    const other = String.fromCharCode(33 + ((text.charCodeAt(place) - 33 + 1 + random(92)) % 93))
    const problems = ['malformed', 'changed', 'missing', 'out-of-order', 'bad-signature', 'contradicted', 'unknown-key']
    return {
      lines: lines.with(at, text.slice(0, place) + other + text.slice(place + 1)),
      problems: problems as JournalProblem['problem'][],
    }
  }

  const edits: readonly Editor[] = [
    change,
    function drop(lines, at) {
      return { lines: lines.toSpliced(at, 1), problems: ['missing'] }
    },
    function add(lines, at, random) {
      const events = lines.filter((line) => isEvent(line) && line !== lines[at])
      const copy = events[random(events.length)] ?? ''
      return { lines: lines.toSpliced(at, 0, copy), problems: ['missing', 'out-of-order'] }
    },
    function swap(lines, at) {
      const [one = '', other = ''] = lines.slice(at, at + 2)
      return { lines: lines.toSpliced(at, 2, other, one), problems: ['missing'] }
    },
    function truncate(lines, at) {
      return { lines: lines.slice(0, at), problems: ['cut-off'] }
    },
  ]

  it('is refused at the edited line, in each of many random edits', async () => {
    const keptCheckpoint = (await findCurrentCheckpoint(services)) ?? ''
    const lines = await readLines()
    // Next to a checkpoint, the line that contradicts it may be the next one.
    const inside = [...lines.keys()].filter((at) => isEvent(lines[at]) && isEvent(lines[at + 1]))
    const random = createRandom(20_261_123)
    for (let round = 0; round < sampleSize(1_000); round++) {
      const edit = edits[round % edits.length] ?? change
      const at = edit === change ? random(lines.length) : (inside[random(inside.length)] ?? 1)
      const edited = edit(lines, at, random)
      const found = await verify(edited.lines, { keys, keptCheckpoint })
      expect.soft(found, `${edit.name} line ${at + 1}`).toMatchObject({
        line: at + 1,
        problem: expect.toBeOneOf([...edited.problems]),
      })
    }
  })

  it('is refused at the checkpoint, even if all hashes were computed again', async () => {
    const lines = await readLines()
    await services.db
      .updateTable('audit_events')
      .set({ subject_name: 'Other' })
      .where('subject_id', '=', 'acc-5')
      .execute()
    await services.db.deleteFrom('journal_entries').execute()
    await services.db
      .insertInto('unsealed_events')
      .columns(['at', 'event_id'])
      .expression((eb) => eb.selectFrom('audit_events').select(['at', 'id']))
      .execute()
    await sealEvents(services)
    const rewritten = await readLines()
    expect(rewritten).toHaveLength(lines.length)
    expect(await verify(rewritten)).toEqual({ line: 12, problem: 'contradicted', seq: 10 })
    expect(await checkJournal(services, root, undefined)).toMatchObject({ line: 12, problem: 'contradicted' })
  })

  it('that says it starts later or from another installation is refused', async () => {
    const [first = '', ...rest] = await readLines()
    const start = JSON.parse(first)
    const header = (changes: object) => toCanonicalJson({ ...start, ...changes })
    expect(await verify([header({ from: 2 }), ...rest])).toMatchObject({ line: 2, problem: 'out-of-order' })
    expect(await verify([header({ issuer: 'https://other.example' }), ...rest])).toEqual({
      line: 12,
      problem: 'other-issuer',
      seq: 10,
      issuer: services.env.baseUrl,
    })
    expect(await verify([header({ version: 2 }), ...rest])).toEqual({ line: 1, problem: 'malformed' })
    expect(await verify([])).toEqual({ line: 1, problem: 'malformed' })
  })

  it('with a name twice in one object is refused: two readers could see two events', async () => {
    const lines = await readLines()
    const twice = (lines[3] ?? '').replace('"kind":"account.created"', '"kind":"user.created","kind":"account.created"')
    expect(await verify(lines.with(3, twice))).toEqual({ line: 4, problem: 'malformed' })
  })
})

describe('a checkpoint', () => {
  it('that was kept must agree', async () => {
    const keptCheckpoint = (await findCurrentCheckpoint(services)) ?? ''
    expect(await verify(await readLines({ to: 29 }), { keys, keptCheckpoint })).toEqual({
      line: 33,
      problem: 'cut-off',
      seq: 30,
      isKept: true,
    })
    await createAccount(services, root, account({ id: 'acc-31', name: 'Account 31' }))
    await createAccount(services, root, account({ id: 'acc-32', name: 'Account 32' }))
    await sealEvents(services)
    expect(await verify(await readLines({ from: 32 }), { keys, keptCheckpoint })).toMatchObject({
      line: 1,
      problem: 'too-early',
      seq: 30,
    })
  })

  it('is refused with another key, type or text', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: keys.keys[0]?.kid ?? '', alg: 'ES256' } as const
    const lines = await readLines()
    expect(await verify(lines, { keys: { keys: [jwk] } })).toEqual({ line: 12, problem: 'bad-signature' })
    expect(await verify(lines, { keys: { keys: [] } })).toEqual({ line: 12, problem: 'unknown-key' })
    const { accessToken } = await issueAccessToken(services, {
      userId: 'u',
      keyId: 'k',
      familyId: 'f',
      scope: 'sso',
      issuedAt: services.clock.now(),
    })
    for (const keptCheckpoint of [accessToken, 'nonsense', '']) {
      expect(await verify(lines, { keys, keptCheckpoint })).toEqual({ line: 0, problem: 'malformed', isKept: true })
    }
  })
})

describe('an event that was added to the database without the journal', () => {
  it.each([
    ['among sealed ones', -1],
    ['after the newest', 1],
  ])('is named, %s', async (_place, byMs) => {
    const [row] = await services.db.selectFrom('audit_events').selectAll().orderBy('at', 'desc').limit(1).execute()
    if (!row) throw new Error('there is no event')
    const planted = { ...row, id: 'evt_planted', at: row.at + byMs }
    await services.db.insertInto('audit_events').values(planted).execute()
    await services.db.deleteFrom('unsealed_events').where('event_id', '=', planted.id).execute()
    expect(await checkJournal(services, root, undefined)).toEqual({ line: 0, problem: 'planted', eventId: planted.id })
  })

  it('is not one that waits for the sealer, or one that others write at that moment', async () => {
    const write = async () => {
      for (let n = 40; n < 60; n++) {
        await createAccount(services, root, account({ id: `acc-${n}`, name: 'Account' }))
        await sealEvents(services, 1)
      }
    }
    const written = write()
    for (let round = 0; round < 5; round++) {
      expect(await checkJournal(services, root, undefined)).toMatchObject({ from: 1 })
    }
    await written
  })
})
