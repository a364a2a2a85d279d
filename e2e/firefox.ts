import { join } from 'node:path'
import { findFirefox } from '../scripts/firefox.ts'

const firefox = findFirefox()

/** Why Firefox can't run here; undefined if it can. */
export const firefoxMissing = firefox ? undefined : (process.env.E2E_FIREFOX_MISSING ?? 'Firefox is not installed.')

/** Why a journey runs in Chromium only: what Playwright can't do in an installed Firefox. */
export const firefoxLacks = {
  scriptlessContexts: 'Over WebDriver BiDi, Playwright can’t turn scripts off for one context.',
  media: 'Over WebDriver BiDi, Firefox ESR emulates no dark theme, forced colors or reduced motion.',
  authenticators: 'Virtual authenticators belong to the DevTools protocol.',
  blobDownloads: 'Over WebDriver BiDi, Playwright isn’t told when Firefox downloads what a page made.',
  layoutShifts: 'Firefox doesn’t measure layout shifts, and has no DevTools protocol to slow a page down with.',
} as const

/** A test that the short form runs in Firefox as well. */
export const inFirefox = { tag: '@firefox' } as const

/** How Playwright starts an installed Firefox: by WebDriver BiDi, since its own protocol needs a patched build. */
export const firefoxLaunch = {
  channel: 'moz-firefox',
  executablePath: join(import.meta.dirname, 'firefox-relay.mjs'),
  args: [],
  firefoxUserPrefs: {
    // Firefox finds text in the page after `/`, and takes the focus.
    'accessibility.typeaheadfind.manual': false,
    // Without a display, Firefox reports no mouse. 2 is a fine pointer, 4 can hover.
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
  },
  env: { ...process.env, FIREFOX: firefox },
}
