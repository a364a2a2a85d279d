import { sweepSigningKeys } from '#lib/access-tokens/sweep-signing-keys.ts'
import { sweepAccountImports } from '#lib/account-imports/sweep-account-imports.ts'
import { sweepAccountSessions } from '#lib/account-sessions/sweep-account-sessions.ts'
import { sweepEvents } from '#lib/audit/sweep-events.ts'
import type { Database } from '#lib/db/database.ts'
import type { Env } from '#lib/env.ts'
import { sweepPasswordLinks } from '#lib/password-links/sweep-password-links.ts'
import { sweepRefusedSignIns } from '#lib/portal-sessions/record-refused-sign-in.ts'
import { sweepFailures, sweepKnownBrowsers } from '#lib/portal-sessions/sweep-failures.ts'
import { sweepPortalSessions } from '#lib/portal-sessions/sweep-portal-sessions.ts'
import { sweepFamilies } from '#lib/refresh-tokens/sweep-families.ts'
import { sweepGrants } from '#lib/sso-grants/sweep-grants.ts'

/** One kind of rows that nobody needs any more. */
export type Sweep = Readonly<{
  /** The table, for the log. */
  name: string
  /** How many rows one statement takes: so few that it holds up other writers for some milliseconds only. */
  limit: number
  /** Deletes one batch. @returns how many rows it had: as many as the limit while there may be more */
  sweepBatch: (db: Database, limit: number) => Promise<number>
}>

const rows = 100
/** The row of an import may hold a file of 5 MB. */
const files = 1

const always: readonly Sweep[] = [
  { name: 'sso_grants', limit: rows, sweepBatch: sweepGrants },
  { name: 'account_sessions', limit: rows, sweepBatch: sweepAccountSessions },
  { name: 'refresh_families', limit: rows, sweepBatch: sweepFamilies },
  { name: 'portal_sessions', limit: rows, sweepBatch: sweepPortalSessions },
  { name: 'password_links', limit: rows, sweepBatch: sweepPasswordLinks },
  { name: 'sign_in_failures', limit: rows, sweepBatch: sweepFailures },
  { name: 'refused_sign_ins', limit: rows, sweepBatch: sweepRefusedSignIns },
  { name: 'known_browsers', limit: rows, sweepBatch: sweepKnownBrowsers },
  { name: 'account_imports', limit: files, sweepBatch: sweepAccountImports },
  { name: 'signing_keys', limit: rows, sweepBatch: sweepSigningKeys },
]

/** Everything that is swept under this configuration. What was audited is kept for ever unless it says otherwise. */
export function listSweeps({ auditRetentionDays: retentionDays }: Pick<Env, 'auditRetentionDays'>): readonly Sweep[] {
  if (retentionDays === undefined) return always
  const sweepBatch = (db: Database, limit: number) => sweepEvents(db, { retentionDays, limit })
  return [...always, { name: 'audit_events', limit: rows, sweepBatch }]
}
