import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { type JournalHead, nextHash, toCanonicalJson } from '#lib/domain/events/journal/chain.ts'
import {
  type CheckpointClaims,
  type CheckpointProblem,
  type KeyFinder,
  readCheckpoint,
} from '#lib/domain/events/journal/checkpoint.ts'
import { readIssuerChange } from '#lib/domain/events/journal/journal-event.ts'

/** What an auditor has besides the export: the published keys, and a checkpoint that was kept elsewhere. */
export type Evidence = Readonly<{ keys?: JSONWebKeySet | undefined; keptCheckpoint?: string | undefined }>

/** What was verified. `issuer`: the one at the end. `checkpoints`: how many lie in the export. */
export type VerifiedJournal = Readonly<{ issuer: string; from: number; to: number; checkpoints: number }>

/**
 * - malformed: not a line that `latchkey journal export` writes, byte for byte
 * - missing: one or more entries before this one are not there
 * - out-of-order: an entry that was there before, or belongs before
 * - changed: the event or its hash is not what was sealed, or the entry was added
 * - contradicted: a checkpoint names another hash or entry; the lines since the one before may be changed
 * - other-issuer: a checkpoint agrees, but names an issuer that no entry records; everything else was verified
 * - planted: an event of the database is not in the journal and doesn't wait for it
 * - unknown-key, bad-signature: of a checkpoint
 * - cut-off: the export ends before the entry of the kept checkpoint
 * - too-early: the kept checkpoint's entry lies before the export, and nothing can be said about it
 */
export type JournalProblem = Readonly<{
  line: number
  problem:
    | CheckpointProblem
    | 'missing'
    | 'out-of-order'
    | 'changed'
    | 'contradicted'
    | 'other-issuer'
    | 'planted'
    | 'cut-off'
    | 'too-early'
  /** The entry that was expected or is wrong. */
  seq?: number
  /** The problem is the kept checkpoint's. */
  isKept?: boolean
  /** What a checkpoint calls its issuer. */
  issuer?: string
  /** The event that was planted. */
  eventId?: string
}>

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const firstLine = z.strictObject({
  type: z.literal('journal'),
  version: z.literal(1),
  issuer: z.string(),
  from: z.int().positive(),
  previousHash: hash,
})
const laterLine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('event'), seq: z.int().positive(), hash, event: z.unknown() }),
  z.strictObject({ type: z.literal('checkpoint'), token: z.string() }),
])

/** Verifies an export without the database. @returns the first problem, if there is one */
export async function verifyJournal(
  lines: AsyncIterable<string>,
  { keys, keptCheckpoint }: Evidence,
): Promise<VerifiedJournal | JournalProblem> {
  const finder = keys && createLocalJWKSet(keys)
  const kept = keptCheckpoint === undefined ? undefined : await readCheckpoint(keptCheckpoint, finder)
  if (typeof kept === 'string') return { line: 0, problem: kept, isKept: true }
  const reader = new JournalReader(finder, kept)
  for await (const line of lines) {
    const problem = await reader.read(line)
    if (problem) return problem
  }
  return reader.end()
}

type Found = Omit<JournalProblem, 'line'> | undefined

/** Follows the chain line by line. */
class JournalReader {
  readonly #keys: KeyFinder | undefined
  readonly #kept: CheckpointClaims | undefined
  #line = 0
  #issuer = ''
  /** The first one, and those that entries name. */
  readonly #issuers = new Set<string>()
  /** The first checkpoint of each issuer, to be compared when all entries are read. */
  readonly #signed = new Map<string, JournalProblem>()
  #from = 0
  #head: JournalHead | undefined
  #checkpoints = 0

  constructor(keys: KeyFinder | undefined, kept: CheckpointClaims | undefined) {
    this.#keys = keys
    this.#kept = kept
  }

  async read(text: string): Promise<JournalProblem | undefined> {
    this.#line += 1
    const found = await this.#readLine(parseCanonical(text))
    return found && { line: this.#line, ...found }
  }

  end(): VerifiedJournal | JournalProblem {
    const next = { line: this.#line + 1 }
    if (!this.#head) return { ...next, problem: 'malformed' }
    const { seq } = this.#head
    if (this.#kept && this.#kept.seq > seq) return { ...next, problem: 'cut-off', seq: seq + 1, isKept: true }
    const foreign = [...this.#signed].find(([issuer]) => !this.#issuers.has(issuer))
    return foreign?.[1] ?? { issuer: this.#issuer, from: this.#from, to: seq, checkpoints: this.#checkpoints }
  }

  async #readLine(value: unknown): Promise<Found> {
    if (!this.#head) return this.#start(value)
    const line = laterLine.safeParse(value)
    if (!line.success) return { problem: 'malformed' }
    return line.data.type === 'event' ? this.#readEntry(line.data, this.#head) : this.#readCheckpoint(line.data.token)
  }

  #start(value: unknown): Found {
    const line = firstLine.safeParse(value)
    if (!line.success) return { problem: 'malformed' }
    const { issuer, from, previousHash } = line.data
    this.#setIssuer(issuer)
    this.#from = from
    this.#head = { seq: from - 1, hash: previousHash }
    if (this.#kept && this.#kept.seq < this.#head.seq)
      return { problem: 'too-early', seq: this.#kept.seq, isKept: true }
    return this.#compareWithKept(this.#head)
  }

  #readEntry(entry: JournalHead & Readonly<{ event?: unknown }>, head: JournalHead): Found {
    const seq = head.seq + 1
    if (entry.seq !== seq) return { problem: entry.seq > seq ? 'missing' : 'out-of-order', seq }
    if (nextHash(head.hash, entry.event ?? null) !== entry.hash) return { problem: 'changed', seq }
    this.#head = { seq, hash: entry.hash }
    const change = readIssuerChange(entry.event)
    if (change) {
      this.#issuers.add(change.former)
      this.#setIssuer(change.issuer)
    }
    return this.#compareWithKept(this.#head)
  }

  async #readCheckpoint(token: string): Promise<Found> {
    const claims = await readCheckpoint(token, this.#keys)
    if (typeof claims === 'string') return { problem: claims }
    this.#checkpoints += 1
    return this.#compare(claims)
  }

  #compareWithKept({ seq }: JournalHead): Found {
    return this.#kept?.seq === seq ? this.#compare(this.#kept, { isKept: true }) : undefined
  }

  #compare({ issuer, seq, hash }: CheckpointClaims, origin: Pick<JournalProblem, 'isKept'> = {}): Found {
    if (seq !== this.#head?.seq || hash !== this.#head.hash) return { problem: 'contradicted', seq, ...origin }
    if (!this.#signed.has(issuer)) {
      this.#signed.set(issuer, { line: this.#line, problem: 'other-issuer', seq, issuer, ...origin })
    }
    return undefined
  }

  #setIssuer(issuer: string): void {
    this.#issuers.add(issuer)
    this.#issuer = issuer
  }
}

/** Undefined unless the text is what the export writes, so that two readers can't see two events in it. */
function parseCanonical(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return toCanonicalJson(value) === text ? value : undefined
  } catch {
    return undefined
  }
}
