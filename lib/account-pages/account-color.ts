import { sha256 } from '#lib/crypto.ts'
import { html } from '#lib/http/html.ts'

/** Distinct enough to tell ten tabs apart, and dark enough for white text at a contrast of 4.5 : 1 in every theme. */
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

/** Derived from the account ID: the same on every server. */
export function accountColor(accountId: string): AccountColor {
  const index = Number.parseInt(sha256(accountId).slice(0, 8), 16) % accountColors.length
  return accountColors[index] ?? accountColors[0]
}

/** The first letter or digit of the name. */
export function accountLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0].toUpperCase() ?? ''
}

/** The tab icon as a `data:` URL: the account's letter on its color. */
export function accountIcon(accountId: string, name: string): string {
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accountColor(accountId)}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="600" fill="#fff">${accountLetter(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.markup)}`
}
