import { sha256 } from '#lib/kernel/crypto.ts'

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

/**
 * Derived from the account ID: the same on every server. `public/latchkey.css` has the colors by their number, from 1.
 */
export function accountColorNumber(accountId: string): number {
  return (Number.parseInt(sha256(accountId).slice(0, 8), 16) % accountColors.length) + 1
}

export function accountColor(accountId: string): AccountColor {
  return accountColors[accountColorNumber(accountId) - 1] ?? accountColors[0]
}
