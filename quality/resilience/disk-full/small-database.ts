import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { randomBase62 } from '#lib/crypto.ts'
import { query, startPostgres } from '#lib/testing/postgres-server.ts'
import type { Bench } from '../rig/bench.ts'
import { SmallVolume } from '../rig/small-volume.ts'

const volumeMegabytes = 96

/** Puts the database of a case on a volume that can be filled. */
export function mountDatabase(bench: Bench): Promise<SmallVolume> {
  return bench.engine === 'sqlite' ? mountData(bench) : mountTablespace(bench)
}

async function mountData(bench: Bench): Promise<SmallVolume> {
  const volume = SmallVolume.mount(bench.file('data'), volumeMegabytes)
  bench.atEnd(() => volume.unmount())
  return volume
}

/** A PostgreSQL of its own, whose log lies elsewhere: it does not survive a log that cannot be written. */
async function mountTablespace(bench: Bench): Promise<SmallVolume> {
  const idOf = (flag: string) => execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim()
  const volume = SmallVolume.mount(bench.file('tablespace'), volumeMegabytes, `uid=${idOf('-u')},gid=${idOf('-g')}`)
  const server = await startPostgres()
  bench.atEnd(async () => {
    await server.remove()
    volume.unmount()
  })
  // PostgreSQL runs as another user, who has to get there.
  chmodSync(bench.folder, 0o711)
  await query(server.url('postgres'), `create tablespace small location '${volume.folder}'`)
  await query(server.url('postgres'), 'create database latchkey tablespace small')
  const dataDir = bench.file('data')
  const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: randomBase62(48), DATABASE_URL: server.url('latchkey') }
  bench.adoptDatabase({ engine: 'postgres', dataDir, variables })
  return volume
}
