import { hourMs } from '#lib/kernel/clock.ts'

/**
 * `set_up` creates the first owner. `set_password` comes from a manager: it sets a user's password, or links their
 * identity at a provider. `forgotten_password` was requested by anyone who knows the user's name: it sets a password,
 * and nothing else. `confirm_email` proves a new email address of its user.
 */
export type LinkPurpose = 'set_up' | 'set_password' | 'forgotten_password' | 'confirm_email'

/** The links that set a user's password. */
export const passwordPurposes = ['set_password', 'forgotten_password'] as const satisfies readonly LinkPurpose[]

/** Protocol, section 8. */
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  set_up: 24 * hourMs,
  set_password: 72 * hourMs,
  confirm_email: 24 * hourMs,
  forgotten_password: hourMs,
}

/** A link as its creator sees it, once: only its hash is stored. */
export type PasswordLink = Readonly<{
  url: string
  expiresAt: number
  /** The email address that it is also sent to. */
  mailedTo: string | null
}>

const paths: Readonly<Record<LinkPurpose, string>> = {
  set_up: '/set-up',
  set_password: '/set-password',
  forgotten_password: '/set-password',
  confirm_email: '/your-account/confirm-email',
}

/** The URL to hand over. Only it contains the token in plain text. */
export function passwordLinkUrl(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}${paths[purpose]}?${new URLSearchParams({ token })}`
}
