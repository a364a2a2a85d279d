import { z } from 'zod'
import type { Actor } from '#lib/actor.ts'
import { randomId } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import { createFairQueue } from '#lib/fair-queue.ts'
import { sendOut } from '#lib/mail-delivery/deliver-mail.ts'
import type { SendOutcome } from '#lib/mail-delivery/send-message.ts'
import { writeTestMail } from '#lib/mail-delivery/write-mail.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { getSessionUser } from '#lib/users/find-users.ts'
import { findOwnPreferences } from '#lib/users/profile-store.ts'
import { emailSchema } from '#lib/users/schema.ts'

const inputSchema = z.object({ email: emailSchema })

// One at a time for each user: a mail server that hangs takes 45 seconds.
const tests = createFairQueue({ name: 'test mails', running: 4, runningPerLane: 1, waiting: 8, waitingPerLane: 1 })

/**
 * Sends a message now, by the way that every mail goes: a user to their own address, an operator to any.
 * @returns `sent`, or where and why it failed
 * @throws Refusal `forbidden`; `conflict` without mail settings; `input_invalid`; `temporarily_unavailable` while
 *   several wait
 */
export async function sendTestMail(
  services: Services,
  actor: Actor,
  { email, signal = new AbortController().signal }: Readonly<{ email?: string; signal?: AbortSignal }>,
): Promise<SendOutcome> {
  requireManager(actor)
  const { env, clock } = services
  const { mail } = env
  if (!mail) throw new Refusal('conflict', { detail: 'SMTP_URL and MAIL_FROM are not set' })
  const recipient = await findRecipient(services, actor, email)
  return tests.run(actor.kind === 'person' ? actor.userId : actor.kind, () => {
    const outgoing = { to: recipient.email, id: randomId('mail'), date: clock.now() }
    return sendOut(services, mail, { ...outgoing, text: (about) => writeTestMail({ ...about, recipient }) }, { signal })
  })
}

async function findRecipient(services: Services, actor: Actor, given: string | undefined) {
  if (actor.kind !== 'person') {
    const { email } = parseInput(inputSchema, { email: given ?? '' })
    return { email, name: email, language: null, timeZone: null }
  }
  const { email, name } = await getSessionUser(services, actor)
  return { email: email ?? '', name, ...(await findOwnPreferences(services.db, actor.userId)) }
}
