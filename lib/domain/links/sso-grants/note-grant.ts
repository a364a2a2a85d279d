import { parseGrantLink } from '#lib/domain/links/sso-grants/grant-link.ts'
import { setGrantNote } from '#lib/domain/links/sso-grants/receipts-store.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { GrantRefusal } from '#lib/foundation/buffers/grant-notes.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** A flood of invented links fills neither the memory nor the database. */
export const maxGrantNotes = 200

/** Notes that a link was prefetched. */
export function notePrefetch(services: Services, anonymous: Anonymous, query: URLSearchParams): void {
  const link = parseGrantLink(query)
  if (link) noteGrant(services, anonymous, { tokenHash: sha256(link.token), refusal: null })
}

type Noted = Readonly<{ tokenHash: string; refusal: GrantRefusal | null }>

/** Keeps the first prefetch and the first refusal per link until they are written, and drops the excess. */
export function noteGrant({ grantNotes, clock }: Services, { address }: Anonymous, noted: Noted): void {
  const key = `${noted.refusal === null ? 'prefetched' : 'refused'} ${noted.tokenHash}`
  if (grantNotes.size >= maxGrantNotes || grantNotes.has(key)) return
  grantNotes.set(key, { ...noted, at: clock.now(), network: toClientNetwork(address) })
}

/** Writes the notes. What can't be written now is written later. */
export async function writeGrantNotes({ db, log, grantNotes }: Services): Promise<void> {
  try {
    for (const [key, note] of grantNotes) {
      await setGrantNote(db, note)
      grantNotes.delete(key)
    }
  } catch (error) {
    log.warn({ error }, 'prefetches and refusals of links could not be written')
  }
}
