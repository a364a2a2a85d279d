import { z } from 'zod'
import type { Tables } from '#lib/foundation/db/tables.ts'

/**
 * An audit event as it is sealed and published: every stored fact, whatever the row says. An unknown word or malformed
 * details must neither stop the sealer nor look like the event that was sealed.
 */
export type JournalEvent = ReturnType<typeof toJournalEvent>

export function toJournalEvent(row: Tables['audit_events']) {
  return {
    id: row.id,
    at: toInstant(row.at),
    kind: row.kind,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    accountId: row.account_id,
    keyId: row.key_id,
    address: row.address,
    requestId: row.request_id,
    details: parseDetails(row.details),
  } as const
}

const issuerChange = z.object({
  kind: z.literal('database.issuer_changed'),
  details: z.object({ formerIssuer: z.string(), issuer: z.string() }),
})

/** The two issuers of an entry that changed the journal's; undefined for another event. */
export function readIssuerChange(event: unknown): Readonly<{ former: string; issuer: string }> | undefined {
  const change = issuerChange.safeParse(event)
  return change.success ? { former: change.data.details.formerIssuer, issuer: change.data.details.issuer } : undefined
}

/** RFC 3339. The number itself if it is beyond any date. */
function toInstant(at: number): string | number {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? at : date.toISOString()
}

function parseDetails(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value))
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
