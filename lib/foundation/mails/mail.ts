import { isManager } from '#lib/foundation/authorization/permissions.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'

/**
 * What the text of each kind mentions. `by`: the name of the user who did it; empty via CLI. `browser`: empty if
 * unknown.
 */
export type MailFacts = Readonly<{
  invitation: Readonly<{ by: string; until: number }>
  password_link: Readonly<{ by: string; until: number }>
  forgotten_password: Readonly<{ address: string; until: number }>
  password_changed: Readonly<{ address: string }>
  factor_changed: Readonly<{ change: string; name: string; address: string }>
  identity_linked: Readonly<{ provider: string; address: string }>
  /** `to`: the new email address. */
  email_confirmation: Readonly<{ to: string; user: string; until: number }>
  /** `to`: the former email address. */
  email_changed: Readonly<{ to: string; email: string }>
  names_requested: Readonly<{ userId: string; user: string; username: string; email: string }>
  provisioning_refused: Readonly<{ userId: string; user: string; userName: string }>
  new_browser: Readonly<{ address: string; browser: string }>
  key_expiring: Readonly<{ keyId: string; name: string; owner: string; expiresAt: number }>
  /** `reported`: because someone else had used the key's hand-over link. */
  key_revoked: Readonly<{ keyId: string; name: string; owner: string; by: string; reported?: boolean }>
  webhook_paused: Readonly<{ webhookId: string; origin: string; reason: string }>
  access_requested: Readonly<{ user: string; account: string; note: string }>
  access_decided: Readonly<{ account: string; decision: 'approved' | 'declined'; by: string; note: string }>
}>

export type MailKind = keyof MailFacts

/** What a mail tells. */
export type MailContent<Kind extends MailKind = MailKind> = Readonly<{ kind: Kind; facts: MailFacts[Kind] }>

/** The kinds that users may turn off. The others concern passwords, sign-ins, and who a user is. */
const optionalKinds = [
  'key_expiring',
  'key_revoked',
  'webhook_paused',
  'access_requested',
  'access_decided',
] as const satisfies readonly MailKind[]

export type OptionalKind = (typeof optionalKinds)[number]

/** The kinds that only some users get; managers open all accounts and request none. */
const audiences: Readonly<Partial<Record<OptionalKind, 'managers' | 'others'>>> = {
  webhook_paused: 'managers',
  access_requested: 'managers',
  access_decided: 'others',
}

/** The optional kinds that users of this role get. */
export function optionalKindsOf(role: Role): readonly OptionalKind[] {
  const own = isManager(role) ? 'managers' : 'others'
  return optionalKinds.filter((kind) => (audiences[kind] ?? own) === own)
}

export const mailKinds = [
  'invitation',
  'password_link',
  'forgotten_password',
  'password_changed',
  'factor_changed',
  'identity_linked',
  'email_confirmation',
  'email_changed',
  'names_requested',
  'provisioning_refused',
  'new_browser',
  ...optionalKinds,
] as const satisfies readonly MailKind[]

/** Mails of a kind to one user within an hour. More tell nothing new, and would fill a mailbox. */
export const maxPerHour: Readonly<Record<MailKind, number>> = {
  invitation: 10,
  password_link: 10,
  // More than the limit on requests allows.
  forgotten_password: 20,
  password_changed: 10,
  factor_changed: 20,
  identity_linked: 10,
  // Any user can have them sent to any mailbox.
  email_confirmation: 5,
  email_changed: 10,
  names_requested: 20,
  provisioning_refused: 20,
  new_browser: 10,
  key_expiring: 100,
  key_revoked: 100,
  webhook_paused: 20,
  access_requested: 20,
  access_decided: 20,
}

/** Where an attempt failed, in order. */
export const smtpStages = ['connect', 'tls', 'authentication', 'sender', 'recipient', 'message'] as const

export type SmtpStage = (typeof smtpStages)[number]

/** `withdrawn`: it isn't sent, because its link is void or its user has left. */
export type Stage = SmtpStage | 'withdrawn'

/** `isFinal`: another attempt would fail, too. */
export type Failure<At extends Stage = Stage> = Readonly<{ stage: At; reason: string; isFinal: boolean }>

/** A mail is given up after this long. A password link is valid for as long. */
export const maxAgeMs = 3 * dayMs
/** How long the row of a mail is kept that was sent or given up, and of one that no process has tried. */
export const retentionMs = 30 * dayMs
export const untriedRetentionMs = maxAgeMs + dayMs

// Greylisting servers take the repeated mail after one to fifteen minutes.
const retryDelaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs]

/** How long to wait after this many failed attempts, in ms. */
export function mailRetryDelayMs(attempts: number): number {
  return retryDelaysMs[attempts - 1] ?? hourMs
}
