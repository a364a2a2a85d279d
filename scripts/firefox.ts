import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** The path of an installed Firefox. */
export function findFirefox(): string | undefined {
  return places.find((path) => existsSync(path))
}

/**
 * Installs Firefox ESR from the Debian package if no Firefox is installed.
 * @returns why there is none, in one sentence; undefined if there is one
 */
export function ensureFirefox(): string | undefined {
  if (findFirefox()) return undefined
  if (process.getuid?.() !== 0) return 'Firefox is not installed, and installing the Debian package needs root.'
  console.error('No Firefox on this machine: installing one …')
  spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 60_000 })
  const install = ['install', '-y', '--no-install-recommends', 'firefox-esr']
  spawnSync('apt-get', install, { stdio: 'ignore', timeout: 180_000 })
  return findFirefox() ? undefined : 'Firefox is not installed, and apt-get could not install it.'
}
