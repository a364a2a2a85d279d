import { z } from 'zod'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { emailSchema } from '#lib/domain/people/users/schema.ts'
import type { Actor, PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Failure, SmtpStage } from '#lib/foundation/mails/mail.ts'
import { findRecipient, type MailRecipient } from '#lib/foundation/mails/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { createFairQueue } from '#lib/kernel/fair-queue.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { sendOut } from '#lib/server/mail-delivery/deliver-mail.ts'
import { writeTestMail } from '#lib/server/mail-delivery/write-mail.ts'

const inputSchema = z.object({ email: emailSchema })

// One at a time for each user: a mail server that hangs takes all of the time.
const tests = createFairQueue({ name: 'test mails', running: 4, runningPerLane: 1, waiting: 8, waitingPerLane: 1 })

/** A page waits for it, behind proxies that have limits of their own. */
const pageLimitMs = 15 * secondMs

/** Where mail comes from, and where a user's test message goes. Null: the user has no email address. */
export type MailSetup = Readonly<{ from: string; to: string | null }>

/** @returns undefined if this server sends no mail @throws Refusal `forbidden` */
export async function readMailSetup(services: Services, actor: PortalUser): Promise<MailSetup | undefined> {
  requireManager(actor)
  const { mail } = services.env
  return mail && { from: mail.from, to: (await getSessionUser(services, actor)).email }
}

/**
 * `answer`: what the mail server said, or for an operator also what the network did; empty if there is nothing to show.
 */
export type TestOutcome = Readonly<{ to: string; failure?: Readonly<{ stage: SmtpStage; answer: string }> }>

/**
 * Sends a message now, by the way that every mail goes: a user to their own address, an operator to any.
 * @throws Refusal `forbidden`; `too_many_requests` after five of the user in a minute; `conflict` without mail settings
 *   or without an email address; `input_invalid`; `temporarily_unavailable` while several wait
 */
export async function sendTestMail(services: Services, actor: Actor, email = ''): Promise<TestOutcome> {
  requireManager(actor)
  if (actor.kind === 'person') await services.limits.testMailsOfUser.countFailure(actor.userId)
  const { env, clock, log } = services
  const { mail } = env
  if (!mail) throw new Refusal('conflict', { detail: 'SMTP_URL and MAIL_FROM are not set' })
  const recipient = await chooseRecipient(services, actor, email)
  const { email: to } = recipient
  const outcome = await tests.run(actor.kind === 'person' ? actor.userId : actor.kind, () => {
    const outgoing = { to, id: randomId('mail'), date: clock.now() }
    const options = { signal: new AbortController().signal, limitMs: actor.kind === 'person' ? pageLimitMs : undefined }
    return sendOut(services, mail, { ...outgoing, text: (about) => writeTestMail({ ...about, recipient }) }, options)
  })
  // Its signal never aborts: it can't be stopped.
  if (typeof outcome === 'string') return { to }
  const { stage, reason } = outcome
  if (actor.kind === 'operator') return { to, failure: { stage, answer: reason } }
  log.warn({ requestId: actor.requestId, stage, reason }, 'test mail failed')
  return { to, failure: { stage, answer: findAnswer(outcome) } }
}

async function chooseRecipient({ db }: Services, actor: Actor, given: string): Promise<MailRecipient> {
  if (actor.kind !== 'person') {
    const { email } = parseInput(inputSchema, { email: given })
    return { email, name: email, language: null, timeZone: null }
  }
  const recipient = await findRecipient(db, { userId: actor.userId, actorId: null })
  if (!recipient) throw new Refusal('conflict', { detail: 'the user has no email address' })
  return recipient
}

/**
 * What a portal user may see of a reason: the reply of the mail server, which begins with three digits (RFC 5321 §4.2).
 * Of the reply to AUTH only its codes (RFC 3463), because servers may repeat what they were sent. Errors of the network
 * name internal hosts.
 */
function findAnswer({ stage, reason }: Failure<SmtpStage>): string {
  const shown = stage === 'authentication' ? /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?(?= |$)/ : /^\d{3}[ -].*/
  return shown.exec(reason)?.[0] ?? ''
}
