import { type Logo, noOrganization, type Organization } from '#lib/domain/organization/organization/organization.ts'
import { findLogo, findOrganization } from '#lib/domain/organization/organization/store.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { runWithoutWaitBudget, waitWithinBudget } from '#lib/kernel/wait-budget.ts'

/** How long a page may show what another process has changed since. */
export const organizationLifetimeMs = secondMs

/** How long a page waits for the database before it shows the last known one, and the first page of a process. */
const patienceMs = 250
const firstPatienceMs = 2 * secondMs

type StoredLogo = Omit<Logo, 'aspect'>

type Known = {
  organization: Organization
  readAt: number
  reading: Promise<void> | undefined
  logo: StoredLogo | undefined
}

const slot = Symbol.for('latchkey.organization')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: WeakMap<Database, Known> }
shared[slot] ??= new WeakMap()
const byDatabase = shared[slot]

type Reader = Pick<Services, 'db' | 'clock' | 'log'>

/**
 * The organization, at most {@link organizationLifetimeMs} old: at most one query a second and process. If the
 * database doesn't answer, the last known one. Public, because every visitor sees it.
 */
export async function readOrganization(services: Reader): Promise<Organization> {
  const known = findKnown(services.db)
  const age = services.clock.now() - known.readAt
  if (age >= 0 && age < organizationLifetimeMs) return known.organization
  // Shared by requests: it must not inherit the deadline of the first one.
  known.reading ??= runWithoutWaitBudget(() => refresh(services, known))
  const { reading } = known
  await waitWithinBudget(age === Number.POSITIVE_INFINITY ? firstPatienceMs : patienceMs, (limitMs) =>
    withPatience(reading, limitMs),
  )
  return known.organization
}

/** The current logo, if this is its digest. */
export async function readLogo({ db }: Pick<Services, 'db'>, digest: string): Promise<StoredLogo | undefined> {
  const known = findKnown(db)
  if (known.logo?.digest === digest) return known.logo
  const logo = await findLogo(db, digest)
  if (logo) known.logo = logo
  return logo
}

/** After a change by this process. A reading under way doesn't replace it. */
export function rememberOrganization({ db, clock }: Reader, organization: Organization): void {
  byDatabase.set(db, { organization, readAt: clock.now(), reading: undefined, logo: undefined })
}

function findKnown(db: Database): Known {
  const nothing = {
    organization: noOrganization,
    readAt: Number.NEGATIVE_INFINITY,
    reading: undefined,
    logo: undefined,
  }
  const known = byDatabase.get(db) ?? nothing
  byDatabase.set(db, known)
  return known
}

async function refresh({ db, clock, log }: Reader, known: Known): Promise<void> {
  try {
    known.organization = await findOrganization(db)
  } catch (error) {
    log.warn({ error }, 'the organization could not be read')
  } finally {
    // After a failure too: during an outage one request a second tries.
    known.readAt = clock.now()
    known.reading = undefined
  }
}

async function withPatience(reading: Promise<void>, patience: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patience)
  await Promise.race([reading, promise])
  clearTimeout(timer)
}
