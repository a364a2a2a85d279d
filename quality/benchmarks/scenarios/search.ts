import { searchOpenableAccounts } from '../../../lib/domain/accounts/accounts/launcher.ts'
import { searchPalette } from '../../../lib/domain/organization/palette/search-palette.ts'
import { createUser } from '../../../lib/domain/people/users/create-user.ts'
import type { PortalUser } from '../../../lib/foundation/authorization/actor.ts'
import type { PortalRole } from '../../../lib/foundation/authorization/roles.ts'
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

type Search = Readonly<{
  scenario: 'search' | 'palette'
  role: PortalRole
  run: (services: Services, person: PortalUser, query: string) => Promise<unknown>
}>

/** The launcher’s search, called in an otherwise idle process on the large database. */
export function measureSearch(choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  const run: Search['run'] = (services, person, query) => searchOpenableAccounts(services, person, { query, shown: 0 })
  return measureOnEngines({ scenario: 'search', role: 'agent', run }, choice, filled)
}

/** The command palette of an owner, who finds accounts, users and keys. */
export function measurePalette(choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  return measureOnEngines({ scenario: 'palette', role: 'owner', run: searchPalette }, choice, filled)
}

async function measureOnEngines(search: Search, choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of enginesOf(choice)) figures.push(...(await measureOn(engine, search, choice, filled)))
  return figures
}

async function measureOn(
  engine: Engine,
  { scenario, role, run }: Search,
  choice: Choice,
  filled: FilledDatabases,
): Promise<Figure[]> {
  const { large } = sizesOf(choice)
  const { database } = await filled.get(engine, { accounts: large, keys: large })
  const target = `ours-${engine}, ${formatCount(large)}`
  say(`${scenario}, ${target} …`)
  return withServices(database.variables, async (services) => {
    const person = await addPerson(services, role)
    const waits = await searchInTurn((query) => run(services, person, query), choice.short ? 10 : 300)
    return Object.keys(queries).map((subject) =>
      toFigure({ scenario, target, subject, unit: 'ms' }, waits.get(subject) ?? []),
    )
  })
}

/** Alternates the texts, as different users would. The first turn is a warm-up. */
async function searchInTurn(
  search: (query: string) => Promise<unknown>,
  turns: number,
): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>()
  for (let turn = 0; turn <= turns; turn++) {
    for (const [subject, query] of Object.entries(queries)) {
      const startedAt = performance.now()
      await search(query)
      if (turn > 0) waits.set(subject, [...(waits.get(subject) ?? []), performance.now() - startedAt])
    }
  }
  return waits
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
