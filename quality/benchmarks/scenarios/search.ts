import { sql } from 'kysely'
import { searchOpenableAccounts } from '../../../lib/domain/accounts/accounts/launcher.ts'
import { searchPalette } from '../../../lib/domain/organization/palette/search-palette.ts'
import { createUser } from '../../../lib/domain/people/users/create-user.ts'
import type { PortalUser } from '../../../lib/foundation/authorization/actor.ts'
import type { PortalRole } from '../../../lib/foundation/authorization/roles.ts'
import { insertMissingRows } from '../../../lib/foundation/db/copy/rows.ts'
import type { Services } from '../../../lib/foundation/services.ts'
import { type Engine, withServices } from '../../resilience/harness/databases.ts'
import { testOperator } from '../../resilience/harness/fixtures.ts'
import type { Choice } from '../choice.ts'
import type { Figure } from '../figures/record.ts'
import { toFigure } from '../figures/to-figure.ts'
import { accountIdOf } from '../harness/account-names.ts'
import type { FilledDatabases } from '../harness/filled-databases.ts'
import { say } from '../harness/log-line.ts'
import { enginesOf } from './engines.ts'
import { formatCount, sizesOf } from './sizes.ts'

/** Search texts by frequency: see `account-names.ts`. */
const queries: Readonly<Record<string, string>> = {
  '1 character, frequent': 'b',
  '1 character, rare': 'q',
  '1 character, in all of them': 'a',
  '2 characters, frequent': 'ba',
  '2 characters, rare': 'qu',
  'many characters, frequent': 'holdings',
  'many characters, rare': 'quill',
  'many characters, the end of many': 'ings',
  'many characters, in most ids': '000',
  'two words, frequent': 'bakery group',
  'an id': accountIdOf(4_711).toLowerCase(),
  'a name without matches': 'zzzyx',
  'nothing: the first page': '',
}

/** Mistyped texts, which the launcher looks for a second time: in a million words, next to which many others are. */
const mistyped: Readonly<Record<string, string>> = {
  '3 letters': 'boq',
  '5 letters, in many names': 'glaas',
  '7 letters, in many names': 'holdins',
  '8 letters, in many names': 'holdigns',
  '5 letters, in a rare name, and a number': 'quull 50007',
  '8 letters, two edits': 'rbooticq',
  '13 letters, two edits': 'internatoinaal',
  '13 letters, of many similar words': 'stanterinbergx',
  '13 letters, a common ending': 'zzonterinberg',
  'two words': 'bakrey holdigns',
  'two words, not together': 'quill bakrey',
  'three words, nothing for one': 'bakery zzzyxq gruop',
  'six words': 'bakrey gruop holdigns intrnational maplle shiping',
  '120 letters': 'holdigns'.repeat(15),
}

type Search = Readonly<{
  scenario: 'search' | 'second-look' | 'palette'
  role: PortalRole
  queries: Readonly<Record<string, string>>
  run: (services: Services, person: PortalUser, query: string) => Promise<unknown>
}>

/** The launcher’s search, called in an otherwise idle process on the large database. */
export async function measureSearch(choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  const run: Search['run'] = (services, person, query) => searchOpenableAccounts(services, person, { query, shown: 0 })
  return [
    ...(await measureOnEngines({ scenario: 'search', role: 'agent', queries, run }, choice, filled)),
    ...(await measureOnEngines({ scenario: 'second-look', role: 'agent', queries: mistyped, run }, choice, filled)),
  ]
}

/** The command palette of an owner, who finds accounts, users and keys. */
export function measurePalette(choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  return measureOnEngines({ scenario: 'palette', role: 'owner', queries, run: searchPalette }, choice, filled)
}

async function measureOnEngines(search: Search, choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of enginesOf(choice)) figures.push(...(await measureOn(engine, search, choice, filled)))
  return figures
}

async function measureOn(
  engine: Engine,
  { scenario, role, queries: texts, run }: Search,
  choice: Choice,
  filled: FilledDatabases,
): Promise<Figure[]> {
  const { large } = sizesOf(choice)
  const { database } = await filled.get(engine, { accounts: large, keys: large })
  const target = `ours-${engine}, ${formatCount(large)}`
  say(`${scenario}, ${target} …`)
  return withServices(database.variables, async (services) => {
    const person = await addPerson(services, role)
    if (scenario === 'second-look') await addWords(services, large)
    const waits = await searchInTurn((query) => run(services, person, query), texts, choice.short ? 10 : 300)
    return Object.keys(texts).map((subject) =>
      toFigure({ scenario, target, subject, unit: 'ms' }, waits.get(subject) ?? []),
    )
  })
}

/** Alternates the texts, as different users would. The first turn is a warm-up. */
async function searchInTurn(
  search: (query: string) => Promise<unknown>,
  texts: Search['queries'],
  turns: number,
): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>()
  for (let turn = 0; turn <= turns; turn++) {
    for (const [subject, query] of Object.entries(texts)) {
      const startedAt = performance.now()
      await search(query)
      if (turn > 0) waits.set(subject, [...(waits.get(subject) ?? []), performance.now() - startedAt])
    }
  }
  return waits
}

const wordsPerStatement = 5_000
const syllables =
  'an,ber,berg,da,der,el,en,er,fa,go,hau,hof,in,ka,la,le,lin,ma,mei,mo,ner,ni,on,ra,ri,sen,son,stan,ste,ter,to,va'.split(
    ',',
  )

/** As many different words as there are accounts, of syllables as names have them: no account has them. */
async function addWords({ db }: Services, count: number): Promise<void> {
  const syllable = (number: number) => syllables[number % syllables.length] ?? ''
  for (let done = 0; done < count; done += wordsPerStatement) {
    const words = new Set<string>()
    for (let number = done; number < Math.min(done + wordsPerStatement, count); number += 1) {
      // Every number has other syllables: the last digits come first, so that neighbors are far apart.
      words.add([number, number >> 5, number >> 10, number >> 15].map(syllable).join(''))
    }
    await insertMissingRows(
      db,
      'account_words',
      [...words].map((word) => ({ word })),
    )
  }
  await sql`analyze account_words`.execute(db)
}

/** A user with access to every account. */
async function addPerson(services: Services, role: PortalRole): Promise<PortalUser> {
  const username = `${role}-${crypto.randomUUID()}`
  const fields = { email: `${username}@example.com`, username, name: username, role }
  const { id } = await createUser(services, testOperator, { ...fields, accountScope: 'all', accountIds: [] })
  const session = {
    sessionId: 'ses_bench',
    browserHash: '',
    strength: 'pwd',
    confirmedAt: 0,
    address: '192.0.2.7',
    requestId: 'req_bench',
  } as const
  return { kind: 'person', userId: id, name: username, role, ...session }
}
