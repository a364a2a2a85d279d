import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'
import { type Engine, engineOf } from '#lib/foundation/db/engine.ts'

type Value = string | number | null

/** Placeholders for a statement's later values. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Prepared<Values, Row> = {
  (db: Db, values: Values): Promise<Row[]>
  bind(db: Db, values: Values): CompiledQuery<Row>
}

/**
 * A statement for hot paths: built once per engine, then only given its values. Building takes several times as long as
 * SQLite's execution.
 * @returns a function that runs it and resolves to its rows; its `bind` returns the statement with these values
 */
export function prepared<Values extends Readonly<Record<string, Value>>, Row>(
  build: (db: Db, values: Placeholders<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const built = new Map<Engine, CompiledQuery<Row>>()
  const bind = (db: Db, values: Values): CompiledQuery<Row> => {
    const engine = engineOf(db)
    const statement = built.get(engine) ?? build(db, placeholders<Values>()).compile()
    built.set(engine, statement)
    const parameters = statement.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each))
    return { ...statement, parameters }
  }
  const run = async (db: Db, values: Values) => (await db.executeQuery<Row>(bind(db, values))).rows
  return Object.assign(run, { bind })
}

function placeholders<Values>(): Placeholders<Values> {
  return new Proxy({} as Placeholders<Values>, { get: (_, name) => sql`${new Placeholder(String(name))}` })
}
