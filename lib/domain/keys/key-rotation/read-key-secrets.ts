import {
  type FamilyFate,
  isRehearsed,
  maxCountedFamilies,
  type SecretState,
} from '#lib/domain/keys/api-keys/key-secret.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { listSecretRows } from '#lib/domain/keys/api-keys/secrets-listing-store.ts'
import { firstBucket } from '#lib/domain/keys/usage/key-usage.ts'
import { countCallsBySecret } from '#lib/domain/keys/usage/key-usage-store.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import {
  countLiveFamiliesOfSecret,
  hasFamilyIssuedSince,
  type LiveFamily,
  listLiveFamiliesOfSecret,
} from '#lib/domain/tokens/refresh-tokens/secret-families-store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'

/** A secret as the portal and the CLI show it, or a public key in its place. */
export type KeySecret = Readonly<{
  id: string
  /** Of a public key (RFC 7638); null for a secret. */
  thumbprint: string | null
  state: SecretState
  createdAt: number
  /** Null if it was generated via CLI. */
  createdByName: string | null
  /** Its first use, which made it current; null for a key's first secret. */
  firstUsedAt: number | null
  lastUsedAt: number | null
  /** Of a pending secret: when it lapses. Of a retiring one: when it stops to work. */
  worksUntil: number | null
  retiredAt: number | null
  /** A rehearsal that refuses it now. */
  rehearsal: Readonly<{ from: number; until: number }> | null
  /** What the retirement does to its families. */
  families: FamilyFate | null
  /** At most {@link maxCountedFamilies}. */
  liveFamilies: number
  /** The calls with it, and with tokens that began with it, in this hour and the 23 before. */
  callsInLastDay: number
}>

export type KeySecrets = Readonly<{
  /** The newest first. */
  secrets: readonly KeySecret[]
  /** Of the retiring secret, the most recently used first. */
  families: readonly LiveFamily[]
  /**
   * Whether the retiring secret can be retired without a refused call: no family of it lives, and it was not used since
   * the new one was. Undefined without a retiring secret.
   */
  isSafeToRetire: boolean | undefined
}>

const maxListed = 20
const maxListedFamilies = 20

/** The newest secrets of a key, and what still uses the retiring one. @throws Refusal `forbidden`, `not_found` */
export async function readKeySecrets(services: Services, actor: Actor, keyId: string): Promise<KeySecrets> {
  const { db, clock } = services
  requireManager(actor, 'keys:read')
  await getManagedKey(db, actor, { id: keyId, scope: 'keys:read' })
  await writeUsage(services)
  const rows = await listSecretRows(db, keyId, maxListed)
  const calls = await countCallsBySecret(db, keyId, firstBucket('day', clock.now()))
  const secrets = await Promise.all(rows.map((row) => toKeySecret(db, row, calls.get(row.id) ?? 0)))
  const retiring = rows.find(({ state }) => state === 'retiring')
  if (!retiring) return { secrets, families: [], isSafeToRetire: undefined }
  const families = await listLiveFamiliesOfSecret(db, retiring.id, maxListedFamilies)
  return { secrets, families, isSafeToRetire: families.length === 0 && !(await wasUsedSince(db, retiring)) }
}

type SecretRow = Awaited<ReturnType<typeof listSecretRows>>[number]

/** A family tells of its issue also if the process ended before the use was noted. */
async function wasUsedSince(db: Db, { id, lastUsedAt, retiringSince }: SecretRow): Promise<boolean> {
  const since = retiringSince ?? 0
  return (lastUsedAt ?? 0) >= since || hasFamilyIssuedSince(db, id, since)
}

async function toKeySecret(db: Db, row: SecretRow, callsInLastDay: number): Promise<KeySecret> {
  const { id, thumbprint, state, createdAt, createdByName, currentSince, lapsesAt, lastUsedAt, retiresAt, now } = row
  return {
    id,
    thumbprint,
    state,
    createdAt,
    createdByName,
    lastUsedAt,
    families: row.families,
    callsInLastDay,
    firstUsedAt: lapsesAt === null ? null : currentSince,
    worksUntil: retiresAt ?? (currentSince === null ? lapsesAt : null),
    retiredAt: state === 'retired' ? (row.retiredAt ?? retiresAt) : null,
    rehearsal: isRehearsed(row, now) ? { from: row.refusedFrom ?? now, until: row.refusedUntil ?? now } : null,
    liveFamilies: await countLiveFamiliesOfSecret(db, id, maxCountedFamilies),
  }
}
