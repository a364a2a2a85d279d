import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Place } from '../harness/case-context.ts'
import { spawnProduct } from '../harness/instance.ts'

/** How the migration is interrupted: by an error, or by the end of its process. */
export type Ending = 'fails' | 'is killed'

const sign = 'half-way'
const statements = [
  'create table half_way (id integer primary key)',
  'alter table users add column half_way integer',
  'create index users_half_way on users (half_way)',
  "update accounts set name = 'half-way'",
  'delete from audit_events',
]

const last: Readonly<Record<Ending, string>> = {
  fails: "throw new Error('no such luck')",
  'is killed': 'await new Promise((resolve) => setTimeout(resolve, 60_000))',
}

/**
 * Starts a version of the product with one more migration, which is interrupted before its end.
 * @returns the exit status, null after SIGKILL; and the output
 */
export async function startNextVersion(
  root: string,
  { port, variables }: Place,
  ending: Ending,
): Promise<Readonly<{ status: number | null; output: string }>> {
  const migration = `'9999-next': {
    up: async (db) => {
      const { sql } = await import('kysely')
      for (const text of ${JSON.stringify(statements)}) await sql.raw(text).execute(db)
      console.log('${sign}')
      ${last[ending]}
    },
  },`
  const script = pathToFileURL(join(import.meta.dirname, 'add-migration.ts')).href
  const added = { NODE_OPTIONS: `--import ${script}`, ADDED_MIGRATION: migration }
  const child = spawnProduct({ root, port, variables: { ...variables, ...added } })
  let output = ''
  const keep = (part: Buffer) => {
    output += part.toString()
    if (ending === 'is killed' && output.includes(sign)) child.kill('SIGKILL')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const [status] = await once(child, 'close')
  return { status, output }
}
