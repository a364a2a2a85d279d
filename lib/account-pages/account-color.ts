import { sha256 } from '#lib/crypto.ts'
import { html } from '#lib/http/html.ts'

/**
 * Far enough apart to tell ten tabs from each other at a glance, and all dark enough to carry white text at 4.5 : 1
 * with room to spare, whatever the theme.
 */
export const accountColors = [
  '#9e2c2c',
  '#8e4208',
  '#724d0b',
  '#5f5f06',
  '#296824',
  '#16604a',
  '#04686c',
  '#026190',
  '#284eb5',
  '#6337af',
  '#7f2b85',
  '#a42056',
] as const

export type AccountColor = (typeof accountColors)[number]

/** The same account has the same colour, today and on every server. */
export function accountColor(accountId: string): AccountColor {
  const place = Number.parseInt(sha256(accountId).slice(0, 8), 16) % accountColors.length
  return accountColors[place] ?? accountColors[0]
}

/** The first letter or digit of the name: what fits on a tab. */
export function accountLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0].toUpperCase() ?? ''
}

/** An icon for the tab, as a `data:` address: the account's letter on its colour. */
export function accountIcon(accountId: string, name: string): string {
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accountColor(accountId)}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="600" fill="#fff">${accountLetter(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.markup)}`
}
