import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { EnvError } from '../lib/kernel/env.ts'
import { root } from './run-to-end.ts'

/** The headless shell comes first: it cannot draw windows, and journeys take a quarter less time in it. */
const installedBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
]

/**
 * The path of a Chromium: an installed one, else Playwright's own download, else the distribution's package.
 * @throws EnvError with the failed attempts, if there is none
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found) return found
  console.error('No Chromium on this machine: installing one …')
  const failures = [tryPlaywright, tryDebian].flatMap((install) => {
    const failure = findBrowser() ? undefined : install()
    return failure ? [failure] : []
  })
  const installed = findBrowser()
  if (installed) return installed
  throw new EnvError(`The browser tests need Chromium: install the package "chromium" (${failures.join('; ')}).`)
}

/** Starts it headless. Chromium refuses its sandbox to root; the scripts need no network. */
export async function launchBrowser(): Promise<Browser> {
  const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ executablePath: await ensureBrowser(), args })
}

function findBrowser(): string | undefined {
  return [...installedBrowsers, chromium.executablePath()].find((path) => existsSync(path))
}

function tryPlaywright(): string | undefined {
  const cli = join(root, 'node_modules', '@playwright/test/cli.js')
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
  return status === 0 ? undefined : 'Playwright could not download it'
}

function tryDebian(): string | undefined {
  if (process.getuid?.() !== 0) return 'installing the Debian package needs root'
  spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 300_000 })
  const isInstalled = ['chromium-headless-shell', 'chromium'].some((name) => installPackage(name))
  return isInstalled ? undefined : 'apt-get could not install it'
}

function installPackage(name: string): boolean {
  const command = ['install', '-y', '--no-install-recommends', name]
  return spawnSync('apt-get', command, { stdio: 'ignore', timeout: 600_000 }).status === 0
}
