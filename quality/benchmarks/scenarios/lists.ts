import { sql } from 'kysely'
import { readGroupPage } from '../../../lib/domain/accounts/account-groups/group-page.ts'
import { addGroupRule } from '../../../lib/domain/accounts/account-groups/group-rules.ts'
import { createGroup, listGroups } from '../../../lib/domain/accounts/account-groups/manage-groups.ts'
import { readAccountPage } from '../../../lib/domain/accounts/account-management/account-page.ts'
import { listAccounts } from '../../../lib/domain/accounts/accounts/manage-accounts.ts'
import { searchApiKeys } from '../../../lib/domain/keys/api-keys/find-api-keys.ts'
import { readOverview } from '../../../lib/domain/organization/overview/read-overview.ts'
import { listUsers } from '../../../lib/domain/people/users/find-users.ts'
import type { Db } from '../../../lib/foundation/db/database.ts'
import { engineOf } from '../../../lib/foundation/db/engine.ts'
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

/** With a tenth as many service users. */
const maxKeys = 10_000

type Reads = Readonly<Record<string, () => Promise<unknown>>>

/** The lists of the portal, read in an otherwise idle process on the large database. */
export async function measureLists(choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of enginesOf(choice)) figures.push(...(await measureOn(engine, choice, filled)))
  return figures
}

async function measureOn(engine: Engine, choice: Choice, filled: FilledDatabases): Promise<Figure[]> {
  const { large } = sizesOf(choice)
  const { database } = await filled.get(engine, { accounts: large, keys: Math.min(large, maxKeys) })
  const target = `ours-${engine}, ${formatCount(large)}`
  return withServices(database.variables, async (services) => {
    say(`lists, ${target}: giving the accounts locales, states, dates and groups …`)
    await vary(services.db)
    const reads = readsOf(services, accountIdOf(large / 2), await addGroups(services))
    say(`lists, ${target} …`)
    const waits = await readInTurn(reads, choice.short ? 2 : 50)
    return [...waits].map(([subject, all]) => toFigure({ scenario: 'lists', target, subject, unit: 'ms' }, all))
  })
}

/** A third in de-at, one in a thousand in fr-ch, one in a hundred suspended, half of them opened on some day. */
async function vary(db: Db): Promise<void> {
  const number = sql`cast(substr(id, 3) as integer)`
  await sql`
    update accounts set
      locale = case when ${number} % 1000 = 1 then 'fr-ch' when ${number} % 3 = 0 then 'de-at' else 'en-gb' end,
      suspended_at = case when ${number} % 100 = 7 then created_at end,
      last_opened_at = case when ${number} % 2 = 0 then created_at - ${number} * 1000 else 0 end,
      created_at = created_at - ${number}
  `.execute(db)
  await sql.raw(engineOf(db) === 'sqlite' ? 'analyze' : 'vacuum (analyze) accounts').execute(db)
}

type Groups = Readonly<{ small: string; large: string }>

/** Groups by rule: a thousand accounts, and a third of all. */
async function addGroups(services: Services): Promise<Groups> {
  const add = async (locale: string) => {
    const { id: groupId } = await createGroup(services, testOperator, { name: `In ${locale}` })
    await addGroupRule(services, testOperator, { groupId, idPrefix: '', locale })
    return groupId
  }
  return { small: await add('fr-ch'), large: await add('de-at') }
}

function readsOf(services: Services, middle: string, groups: Groups): Reads {
  const accounts = (request: Parameters<typeof listAccounts>[2]) => () => listAccounts(services, testOperator, request)
  const users = (request: Parameters<typeof listUsers>[2]) => () => listUsers(services, testOperator, request)
  const allKeys = { state: 'all', age: 'any', ownerId: '', sort: 'last-used', page: 1 } as const
  const keys = (search: string) => () => searchApiKeys(services, testOperator, { ...allKeys, search })
  return {
    'accounts by name': accounts({}),
    'accounts by name, from the middle': accounts({ after: middle }),
    'accounts, newest first': accounts({ order: { by: 'created', descending: true } }),
    'accounts, last opened first': accounts({ order: { by: 'opened', descending: true } }),
    'accounts, last opened first, from the middle': accounts({
      order: { by: 'opened', descending: true },
      after: middle,
    }),
    'suspended accounts': accounts({ state: 'suspended' }),
    'accounts in a frequent locale': accounts({ locale: 'de-at' }),
    'accounts in a rare locale': accounts({ locale: 'fr-ch' }),
    'accounts never opened': accounts({ neverOpened: true }),
    'suspended accounts in a rare locale': accounts({ state: 'suspended', locale: 'fr-ch' }),
    'accounts of a small group': accounts({ group: groups.small }),
    'accounts of a large group': accounts({ group: groups.large }),
    'suspended accounts of a large group': accounts({ group: groups.large, state: 'suspended' }),
    'search for accounts, frequent word': accounts({ query: 'holdings' }),
    'search for suspended accounts, 2 characters': accounts({ query: 'ba', state: 'suspended' }),
    'an account’s page': () => readAccountPage(services, testOperator, middle),
    'a large group’s page': () => readGroupPage(services, testOperator, { groupId: groups.large }),
    'the list of groups': () => listGroups(services, testOperator),
    users: users({}),
    'users, last page': users({ page: 1_000 }),
    'users never signed in': users({ filter: { status: 'never' } }),
    'users without access': users({ filter: { noAccess: true } }),
    'users by last sign-in': users({ filter: { order: '-sign-in' } }),
    'search for users': users({ search: 'filled-0-77' }),
    'the overview': () => readOverview(services, testOperator, { days: 30, timeZone: 'Europe/Zurich' }),
    'keys, last used first': keys(''),
    'search for keys, frequent word': keys('filled'),
  }
}

/** Runs them one after the other. The first turn is a warm-up. */
async function readInTurn(reads: Reads, turns: number): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>()
  for (let turn = 0; turn <= turns; turn++) {
    for (const [subject, read] of Object.entries(reads)) {
      const startedAt = performance.now()
      await read()
      if (turn > 0) waits.set(subject, [...(waits.get(subject) ?? []), performance.now() - startedAt])
    }
  }
  return waits
}
