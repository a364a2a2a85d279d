import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '../harness/case-context.ts'
import { spawnProduct } from '../harness/instance.ts'
import { copyProduct } from '../mutated-product.ts'

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
  place: Place,
  ending: Ending,
): Promise<Readonly<{ status: number | null; output: string }>> {
  // Cases run at the same time.
  const copy = join(root, 'data', 'resilience', `next-version-${place.port}`)
  const step = `'9999-next': {
    up: async (db) => {
      const { sql } = await import('kysely')
      for (const text of ${JSON.stringify(statements)}) await sql.raw(text).execute(db)
      console.log('${sign}')
      ${last[ending]}
    },
  },`
  const opening = 'export const migrations: Steps = {\n'
  copyProduct(root, copy, [{ file: 'lib/db/migrate.ts', text: opening, instead: `${opening}  ${step}\n` }])
  // It never serves a page.
  mkdirSync(join(copy, '.next'))
  writeFileSync(join(copy, '.next', 'BUILD_ID'), 'none')
  try {
    return await runUntilHalfWay(copy, place, ending)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function runUntilHalfWay(root: string, place: Place, ending: Ending) {
  const child = spawnProduct({ root, ...place })
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
