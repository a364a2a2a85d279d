import type { Command } from 'commander'
import { remedyOf } from '#lib/server/diagnostics/check-mail.ts'
import { sendTestMail } from '#lib/server/mail-delivery/send-test-mail.ts'
import { verbsOf } from './verb.ts'

const about =
  'Send a message now, and name the stage that fails: connect, tls, authentication, sender, recipient or message.'

export function addMailCommands(program: Command): void {
  const noun = program.command('mail').description('Mail that the server sends, if SMTP_URL and MAIL_FROM are set.')
  verbsOf(noun)('test <address>', about).here(async ({ services, actor }, address) => {
    const { to, failure } = await sendTestMail(services, actor, address)
    if (!failure) return { json: { sent: true }, lines: [`The mail server has taken a message to ${to}.`] }
    const { stage, answer: reason } = failure
    return {
      json: { sent: false, stage, reason },
      lines: [`It failed at the stage "${stage}": ${reason}`, remedyOf(stage)],
      failed: true,
    }
  })
}
