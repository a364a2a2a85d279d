import { hourMs } from '#lib/clock.ts'

/** `set_up`: makes the first owner. `set_password`: lets a user set their password. */
export type LinkPurpose = 'set_up' | 'set_password'

/** Section 8 of the protocol. */
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = { set_up: 24 * hourMs, set_password: 72 * hourMs }

/** A link as the one who made it sees it, this once: only its hash is kept. */
export type PasswordLink = Readonly<{ url: string; expiresAt: number }>

const paths: Readonly<Record<LinkPurpose, string>> = { set_up: '/set-up', set_password: '/set-password' }

/** The link as it is handed to a person. It is the only place where the token stands in plain text. */
export function passwordLinkUrl(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}${paths[purpose]}?${new URLSearchParams({ token })}`
}
