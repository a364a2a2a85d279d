import { secondMs } from '#lib/clock.ts'
import type { Database } from '#lib/db/database.ts'
import { type CheckResult, countOf, fail, ok, warn } from '#lib/diagnostics/check-result.ts'
import type { Env, MailSettings } from '#lib/env.ts'
import { tryServer } from '#lib/mail-delivery/send-message.ts'
import { readTrouble } from '#lib/mails/store.ts'

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
  return fail('mail server', `${host}:${port} fails at the stage "${stage}" (${reason}): check SMTP_URL.`)
}

/** How many mails do not go out. */
export async function checkMails(db: Database): Promise<CheckResult> {
  const { deferred, failed, last } = await readTrouble(db)
  if (!last) return ok('mails', 'None is late.')
  const counts = `${countOf(deferred, 'mail')} to be sent again, ${failed} given up in 30 days`
  return warn('mails', `${counts}. The last one failed at the stage "${last.stage}": ${last.reason}`)
}
