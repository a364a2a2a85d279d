import type { Database } from '#lib/foundation/db/database.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { SmtpStage } from '#lib/foundation/mails/mail.ts'
import { readTrouble } from '#lib/foundation/mails/store.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import type { Env, MailSettings } from '#lib/kernel/env.ts'
import { type CheckResult, countOf, fail, ok, warn } from '#lib/server/diagnostics/check-result.ts'
import { tryServer } from '#lib/server/mail-delivery/send-message.ts'

const patienceMs = 8 * secondMs

/** Whether the mail server can be reached and takes the user and the password. Sends nothing. */
export async function checkMailServer(settings: MailSettings, { baseUrl }: Pick<Env, 'baseUrl'>): Promise<CheckResult> {
  const { signal } = new AbortController()
  const outcome = await tryServer(settings, { name: new URL(baseUrl).hostname, signal, limitMs: patienceMs })
  const { host, port, credentials } = settings.server
  if (typeof outcome === 'string') {
    return ok('mail server', `${host}:${port} ${credentials ? 'accepts the password' : 'answers'}.`)
  }
  const { stage, reason } = outcome
  return fail('mail server', `${host}:${port} fails at the stage "${stage}" (${reason}). ${remedyOf(stage)}`)
}

/** What to do about a stage that failed, in English. */
export function remedyOf(stage: SmtpStage): string {
  return translatorFor('en', 'organization')(`mail.stages.${stage}.remedy`)
}

/** Whether mail is sent at all, and how many mails do not go out. */
export async function checkMails(db: Database, { mail }: Pick<Env, 'mail'>): Promise<CheckResult> {
  const check = 'mails'
  const { untried, deferred, failed, last } = await readTrouble(db)
  if (!mail) {
    return untried + deferred > 0
      ? warn(check, `${countOf(untried + deferred, 'mail')} can't be sent: set SMTP_URL and MAIL_FROM again.`)
      : ok(check, 'None are sent: links are only shown. Set SMTP_URL and MAIL_FROM to send them by mail.')
  }
  if (untried > 0) {
    return warn(check, `No process sends ${countOf(untried, 'mail')}: start the server with SMTP_URL and MAIL_FROM.`)
  }
  if (!last) return ok(check, 'None is late.')
  const counts = `${countOf(deferred, 'mail')} to be sent again, ${failed} given up in 30 days`
  return warn(
    check,
    `${counts}. The last one failed at the stage "${last.stage}" (${last.reason}). ${remedyOf(last.stage)}`,
  )
}
