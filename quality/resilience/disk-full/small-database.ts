import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { query, startPostgres } from '#lib/testing/postgres-server.ts'
import type { CaseContext } from '../harness/case-context.ts'
import { SmallVolume } from '../harness/small-volume.ts'

const volumeMegabytes = 96

/** Puts the database of a case on a small volume. */
export function mountDatabase(context: CaseContext): Promise<SmallVolume> {
  return context.engine === 'sqlite' ? mountData(context) : mountTablespace(context)
}

async function mountData(context: CaseContext): Promise<SmallVolume> {
  const volume = SmallVolume.mount(context.file('data'), volumeMegabytes)
  context.atEnd(() => volume.unmount())
  return volume
}

/** A separate PostgreSQL with its WAL on another volume: it crashes when the WAL cannot be written. */
async function mountTablespace(context: CaseContext): Promise<SmallVolume> {
  const idOf = (flag: string) => execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim()
  const volume = SmallVolume.mount(context.file('tablespace'), volumeMegabytes, `uid=${idOf('-u')},gid=${idOf('-g')}`)
  const server = await startPostgres()
  context.atEnd(async () => {
    await server.remove()
    volume.unmount()
  })
  // PostgreSQL runs as another user, which needs access.
  chmodSync(context.folder, 0o711)
  await query(server.url('postgres'), `create tablespace small location '${volume.folder}'`)
  await query(server.url('postgres'), 'create database latchkey tablespace small')
  const dataDir = context.file('data')
  const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: randomBase62(48), DATABASE_URL: server.url('latchkey') }
  context.adoptDatabase({ engine: 'postgres', dataDir, variables })
  return volume
}
