import { describe, expect, it } from 'vitest'
import { chooseTests } from '#lib/testing/choose-tests.ts'
import {
  findNotRun,
  findUncovered,
  type RecordedTest,
  type SuiteStatements,
  shapeOf,
} from '#lib/testing/statement-coverage.ts'

const ran = (name: string, ...statements: [string, string][]): RecordedTest => ({
  name,
  ms: 100,
  isAlwaysChosen: false,
  statements,
})
const suite = (
  engine: SuiteStatements['engine'],
  file: string,
  ...statements: [string, string][]
): SuiteStatements => ({ engine, file, tests: [ran('a test', ...statements)] })
const find: [string, string] = ['select "id" from "users" where "id" = ?', 'lib/domain/people/users/store.ts:20']
const end: [string, string] = ['update "users" set "ended_at" = ?', 'lib/domain/people/users/store.ts:30']

describe('the shape of a statement', () => {
  it.each([
    ['select * from "users" where "id" = +?', 'select * from "users" where "id" = $1'],
    ['insert into "users" values (+?, +?), (+?, +?)', 'insert into "users" values ($1, $2)'],
    ['insert into "users" values (+?, now() - 1)', 'insert into "users" values ($1, now() - 2), ($2, now() - 2)'],
    ['select * from "users" limit +? ', 'select * from "users" limit $1 for no key update'],
  ])('is the same on both engines: %s', (onSqlite, onPostgres) => {
    expect(shapeOf(onSqlite)).toBe(shapeOf(onPostgres))
  })

  it('tells a lock apart', () => {
    expect(shapeOf('select * from "users" for share')).not.toBe(shapeOf('select * from "users"'))
  })

  it('has every condition', () => {
    expect(shapeOf('select * from "users" where "a" = +?')).not.toBe(shapeOf('select * from "users" where "b" = $1'))
  })
})

describe('a statement of SQLite', () => {
  it('is covered if a suite runs it on PostgreSQL', () => {
    expect(findUncovered([suite('sqlite', 'a', find, end), suite('postgres', 'b', find, end)])).toEqual([])
  })

  it('is named if none does', () => {
    const suites = [suite('sqlite', 'a', find, end), suite('sqlite', 'b', end), suite('postgres', 'a', find)]
    expect(findUncovered(suites)).toEqual([{ shape: end[0], place: end[1], files: ['a', 'b'] }])
  })

  it('is covered if its line builds another text for PostgreSQL', () => {
    const [onSqlite, onPostgres] = (['match', 'ilike'] as const).map((word): [string, string] => [word, 'lib/x.ts:1'])
    if (!onSqlite || !onPostgres) return expect.fail()
    expect(findUncovered([suite('sqlite', 'a', onSqlite), suite('postgres', 'a', onPostgres)])).toEqual([])
    expect(findUncovered([suite('sqlite', 'a', onSqlite, end), suite('postgres', 'a', onPostgres)])).toHaveLength(1)
  })

  it('is not looked at if a test, a migration or the care of the file runs it', () => {
    const foreign = [
      'lib/x.test.ts:1',
      'lib/testing/people.ts:2',
      'lib/foundation/db/migrations/0100-baseline.ts:3',
      '',
    ]
    const statements = foreign.map((place): [string, string] => [`select ${place}`, place])
    expect(
      findUncovered([
        suite('sqlite', 'a', ...statements, ['pragma wal_checkpoint', 'lib/foundation/db/database.ts:56']),
      ]),
    ).toEqual([])
  })
})

it('a test that runs in any case is named if it did not run on PostgreSQL', () => {
  const always = { ...ran('always'), isAlwaysChosen: true }
  const onSqlite: SuiteStatements = { engine: 'sqlite', file: 'a', tests: [always, ran('other')] }
  expect(findNotRun([onSqlite, { engine: 'postgres', file: 'a', tests: [always] }])).toEqual([])
  expect(findNotRun([onSqlite, { engine: 'postgres', file: 'a', tests: [ran('other')] }])).toEqual(['always'])
})

describe('the chosen tests', () => {
  const choose = (tests: readonly RecordedTest[], isWhole = false) =>
    chooseTests([{ engine: 'sqlite', file: 'a', tests }], () => isWhole)

  it('run every statement, and are none that the others make needless', () => {
    const tests = [ran('both', find, end), ran('one', find), ran('other', end)]
    expect(choose(tests)).toEqual({ a: ['both'] })
    expect(choose(tests.slice(1))).toEqual({ a: ['one', 'other'] })
  })

  it('are all that run in any case', () => {
    const race = { ...ran('race', end), isAlwaysChosen: true }
    expect(choose([ran('both', find, end), race])).toEqual({ a: ['race', 'both'] })
    expect(choose([race, ran('other', end)])).toEqual({ a: ['race'] })
  })

  it('are of few files', () => {
    const [race, slow] = [
      { ...ran('race'), isAlwaysChosen: true },
      { ...ran('slow', end), ms: 200 },
    ]
    const suites: SuiteStatements[] = [
      { engine: 'sqlite', file: 'a', tests: [ran('quick', end)] },
      { engine: 'sqlite', file: 'b', tests: [race, slow] },
    ]
    expect(chooseTests(suites, () => false)).toEqual({ b: ['race', 'slow'] })
  })

  it('are all of a file whose tests need each other, or none', () => {
    expect(choose([ran('one', find), ran('none')], true)).toEqual({ a: ['one', 'none'] })
    expect(choose([ran('of a test', ['select 1', 'lib/x.test.ts:1'])], true)).toEqual({})
  })
})
