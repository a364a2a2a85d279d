import type { Generated } from 'kysely'

/** A mail to send, or that was sent. */
export type MailsTable = {
  id: string
  user_id: string
  kind: string
  /** The user whose action caused it. */
  actor_id: string | null
  /** JSON of what the text mentions; never a secret. */
  facts: string
  /** A password link, encrypted like a signing key; null once it is sent, given up or too old. */
  link_sealed: string | null
  master_id: string | null
  created_at: number
  /** Failed attempts. */
  attempts: Generated<number>
  next_attempt_at: number
  claimed_by: Generated<string | null>
  claimed_until: Generated<number | null>
  sent_at: Generated<number | null>
  /** When it was given up. */
  failed_at: Generated<number | null>
  /** Where and why the last attempt failed. */
  stage: Generated<string | null>
  reason: Generated<string | null>
  delete_at: number
}
