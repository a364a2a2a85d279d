import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']

/** The path of an installed nginx. */
export function findNginx(): string | undefined {
  return places.find((path) => existsSync(path))
}

/**
 * Installs nginx from the Debian package if no nginx is installed.
 * @returns why there is none, in one sentence; undefined if there is one
 */
export function ensureNginx(): string | undefined {
  if (findNginx()) return undefined
  if (process.getuid?.() !== 0) return 'nginx is not installed, and installing the Debian package needs root.'
  console.error('No nginx on this machine: installing one …')
  // This run level starts no services: the tests start their own nginx.
  const options = { stdio: 'ignore', timeout: 300_000, env: { ...process.env, RUNLEVEL: '1' } } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light'], options)
  return findNginx() ? undefined : 'nginx is not installed, and apt-get could not install it.'
}
