import { join } from 'node:path'
import { findFirefox } from '../scripts/firefox.ts'

const firefox = findFirefox()

/** Why Firefox can't run here; undefined if it can. */
export const firefoxMissing = firefox ? undefined : (process.env.E2E_FIREFOX_MISSING ?? 'Firefox is not installed.')

/** How Playwright starts an installed Firefox: by WebDriver BiDi, since its own protocol needs a patched build. */
export const firefoxLaunch = {
  channel: 'moz-firefox',
  executablePath: join(import.meta.dirname, 'firefox-relay.mjs'),
  args: [],
  env: { ...process.env, FIREFOX: firefox },
}
