import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { MailContent, MailKind } from '#lib/foundation/mails/mail.ts'
import type { SealedLink } from '#lib/foundation/mails/seal-link.ts'
import { insertMails, type Recipients } from '#lib/foundation/mails/store.ts'
import type { Services } from '#lib/foundation/services.ts'

/** `actorId`: the user whose action causes the mail. Someone without a language of their own gets that user's. */
type NewMail<Kind extends MailKind> = MailContent<Kind> &
  Readonly<{ actorId?: string | undefined; link?: SealedLink | undefined }>

/**
 * Writes a mail in the transaction of what it tells about; a background task sends it. Without mail settings, for
 * inactive users, and for those who do not want this kind, nothing is written.
 * @returns whether there is a recipient
 */
export async function queueMail<Kind extends MailKind>(
  { env }: Pick<Services, 'env'>,
  trx: DbTransaction,
  mail: NewMail<Kind> & Readonly<{ to: Recipients }>,
): Promise<boolean> {
  return env.mail !== undefined && (await insertMails(trx, mail, mail.to)) > 0
}
