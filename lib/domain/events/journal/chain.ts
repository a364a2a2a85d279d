import canonicalize from 'canonicalize'
import { sha256 } from '#lib/kernel/crypto.ts'

/** Identifies an entry, and with it everything before. */
export type JournalHead = Readonly<{ seq: number; hash: string }>

/** `seq` counts from 1 without gaps. `hash` follows from the hash before it and the event. */
export type JournalEntry<Event> = JournalHead & Readonly<{ event: Event }>

/** Before the first entry. Its hash is 32 zero bytes. */
export const emptyJournal: JournalHead = { seq: 0, hash: Buffer.alloc(32).toString('hex') }

/** The entries of these events after `head`. */
export function continueChain<Event>(head: JournalHead, events: readonly Event[]): JournalEntry<Event>[] {
  let { seq, hash } = head
  return events.map((event) => {
    seq += 1
    hash = nextHash(hash, event)
    return { seq, hash, event }
  })
}

/**
 * SHA-256 of the 32 bytes of the hash before and the event as canonical JSON, in hexadecimal.
 * @throws if the event has no canonical JSON
 */
export function nextHash(before: string, event: unknown): string {
  return sha256(Buffer.concat([Buffer.from(before, 'hex'), Buffer.from(toCanonicalJson(event))]))
}

/** RFC 8785. @throws if there is no such form, as for a lone surrogate */
export function toCanonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('the value has no JSON form')
  return text
}
