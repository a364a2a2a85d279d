import { spawnSync } from 'node:child_process'
import { CannotRun } from '../resilience-test.ts'

/**
 * Ensures that a system program works, if necessary by installing the Debian package of its name.
 * @param probeArgs arguments that must succeed
 * @throws CannotRun if it is missing or lacks permission
 */
export function ensureProgram(name: string, probeArgs: readonly string[]): void {
  if (spawnSync(name, ['--version']).error) install(name)
  const { status, stderr } = spawnSync(name, probeArgs, { encoding: 'utf8' })
  if (status !== 0) throw new CannotRun(`${name} is not allowed to work here: ${stderr.trim().split('\n')[0]}`)
}

function install(name: string): void {
  if (process.getuid?.() !== 0) throw new CannotRun(`${name} is not installed, and installing it needs root`)
  const options = { stdio: 'ignore', timeout: 300_000 } as const
  spawnSync('apt-get', ['update'], options)
  const { error, status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
  if (error || status !== 0) throw new CannotRun(`${name} is not installed, and apt-get could not install it`)
}
