import { siteName } from '#lib/domain/organization/organization/organization.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { passwordLinkUrl, passwordPurposes } from '#lib/domain/people/password-links/password-link.ts'
import { findUsableLink } from '#lib/domain/people/password-links/store.ts'
import type { Failure } from '#lib/foundation/mails/mail.ts'
import { unsealLink } from '#lib/foundation/mails/seal-link.ts'
import {
  type ClaimedMail,
  claimMail,
  findRecipient,
  giveUp,
  type MailRecipient,
  postponeMail,
  releaseMail,
  setSent,
} from '#lib/foundation/mails/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId, sha256 } from '#lib/kernel/crypto.ts'
import type { MailSettings } from '#lib/kernel/env.ts'
import { measurements } from '#lib/kernel/measurements.ts'
import { encodeMail } from '#lib/server/mail-delivery/encode-mail.ts'
import { type SendOutcome, sendMail } from '#lib/server/mail-delivery/send-message.ts'
import { type MailText, writeMail } from '#lib/server/mail-delivery/write-mail.ts'

/** The product's own, where no organization has set an accent color. */
const usualAccent = '#ae760f'

export type DeliveryOptions = Readonly<{ signal: AbortSignal; limitMs?: number | undefined }>

/** A message that is about to go out, and what goes into its envelope. */
export type Outgoing = Readonly<{
  text: (about: Readonly<{ site: string; baseUrl: string }>) => MailText
  to: string
  id: string
  date: number
}>

/** Encodes and sends one message with the look of the organization. A test goes this way, too. */
export async function sendOut(
  services: Services,
  settings: MailSettings,
  { text, to, id, date }: Outgoing,
  { signal, limitMs }: DeliveryOptions,
): Promise<SendOutcome> {
  const { baseUrl } = services.env
  const organization = await readOrganization(services)
  const site = siteName(organization)
  const { from } = settings
  const content = await encodeMail(text({ site, baseUrl }), {
    ...{ from, to, site, date, accent: organization.accent ?? usualAccent },
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  })
  return sendMail(settings, { to, content }, { name: new URL(baseUrl).hostname, signal, limitMs })
}

/**
 * Sends a mail, unless another process does or it is not due. If this process dies after the mail server took the
 * message, another one sends it again under the same Message-ID.
 */
export async function deliverMail(services: Services, id: string, options: DeliveryOptions): Promise<void> {
  const { db, log, env } = services
  if (!env.mail) return
  const mail = await claimMail(db, id, randomId('snd'))
  if (!mail) return
  const outcome = await attempt(services, env.mail, mail, options).catch((error: unknown): Failure => {
    log.warn({ mail: id, error }, 'a mail could not be written')
    return { stage: 'message', reason: 'it could not be written: see the log', isFinal: false }
  })
  if (outcome === 'stopped') return releaseMail(db, mail)
  if (outcome === 'sent') {
    measurements.mails.sent += 1
    log.debug({ mail: id, kind: mail.kind }, 'mail sent')
    return setSent(db, mail)
  }
  const { stage, reason } = outcome
  const isDeferred = !outcome.isFinal && (await postponeMail(db, mail, outcome))
  if (outcome.isFinal) await giveUp(db, mail, outcome)
  if (stage === 'withdrawn') return
  measurements.mails[isDeferred ? 'deferred' : 'failed'] += 1
  log.warn({ mail: id, kind: mail.kind, stage, reason }, isDeferred ? 'mail deferred' : 'mail given up')
}

async function attempt(
  services: Services,
  settings: MailSettings,
  mail: ClaimedMail,
  options: DeliveryOptions,
): Promise<SendOutcome | Failure> {
  const recipient = await findRecipient(services.db, mail)
  if (!recipient) return withdrawn('the user has no access')
  const purpose = mail.kind === 'email_confirmation' ? 'confirm_email' : 'set_password'
  const link = mail.link ? await findLinkUrl(services, mail.link, purpose) : undefined
  if (link === null) return withdrawn('its link is void')
  return sendOut(services, settings, toOutgoing(mail, recipient, link), options)
}

function toOutgoing(mail: ClaimedMail, recipient: MailRecipient, linkUrl: string | undefined): Outgoing {
  const { id, createdAt } = mail
  return {
    ...{ to: recipient.email, id, date: createdAt },
    text: (about) => writeMail({ ...mail, linkUrl }, { ...about, recipient }),
  }
}

/** The link's URL; null if it was used, replaced or has expired, or can't be read any more. */
async function findLinkUrl(
  { db, keys, env, log }: Services,
  link: NonNullable<ClaimedMail['link']>,
  purpose: 'set_password' | 'confirm_email',
): Promise<string | null> {
  const token = await unsealLink(keys, link).catch((error: unknown) => {
    log.warn({ error }, 'the link of a mail cannot be read')
    return undefined
  })
  const purposes = purpose === 'confirm_email' ? ([purpose] as const) : passwordPurposes
  if (token === undefined || !(await findUsableLink(db, sha256(token), purposes))) return null
  return passwordLinkUrl(env.baseUrl, purpose, token)
}

function withdrawn(reason: string): Failure {
  return { stage: 'withdrawn', reason, isFinal: true }
}
