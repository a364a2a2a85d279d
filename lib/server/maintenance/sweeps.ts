import { deleteOldImports } from '#lib/domain/accounts/account-imports/store.ts'
import { deleteOldSessions as deleteOldAccountSessions } from '#lib/domain/accounts/account-sessions/store.ts'
import { deleteOldEvents } from '#lib/domain/events/journal/delete-old-events.ts'
import { deleteOldRefusals } from '#lib/domain/events/refusals/store.ts'
import { deleteOldDeliveries } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { deleteOldExcess } from '#lib/domain/keys/api-keys/call-limit-store.ts'
import { deleteOldHandOvers } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { deleteOldSecrets } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { deleteOldAccountUsage, deleteOldKeyUsage } from '#lib/domain/keys/usage/key-usage-store.ts'
import { deleteOldUsage } from '#lib/domain/keys/usage/store.ts'
import { deleteOldGrants } from '#lib/domain/links/sso-grants/store.ts'
import { deleteOldRequests } from '#lib/domain/people/access-requests/store.ts'
import { deleteExpiredLinks } from '#lib/domain/people/password-links/store.ts'
import { deleteOldChallenges } from '#lib/domain/sign-in/passkeys/store.ts'
import { deleteOldBrowsers } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { deleteOldPending } from '#lib/domain/sign-in/portal-sessions/pending-sign-ins-store.ts'
import { sweepRefusedSignIns } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { deleteOldFailures } from '#lib/domain/sign-in/portal-sessions/sign-in-failures-store.ts'
import { deleteOldPortalSessions } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { deleteOldLogoutTokens } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { deleteOldTests } from '#lib/domain/sign-in/sign-in-providers/tests-store.ts'
import { deleteOutdatedSigningKeys } from '#lib/domain/tokens/access-tokens/store.ts'
import { deleteOldProofs } from '#lib/domain/tokens/dpop/store.ts'
import { deleteDeadFamilies } from '#lib/domain/tokens/refresh-tokens/store.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { deleteOldResponses } from '#lib/foundation/idempotency/store.ts'
import { deleteOldMails } from '#lib/foundation/mails/store.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'

/** Deletes the outdated rows of one table. */
export type Sweep = Readonly<{
  /** The table, for the log. */
  name: string
  /** Rows per statement: few enough to delay other writers by a few milliseconds at most. */
  limit: number
  /** Deletes one batch. @returns its number of rows; fewer than `limit` once the table is swept */
  deleteBatch: (db: Database, limit: number) => Promise<number>
}>

const rows = 100
/** An import's row may hold a 5 MB file. */
const files = 1

const always: readonly Sweep[] = [
  { name: 'sso_grants', limit: rows, deleteBatch: deleteOldGrants },
  { name: 'account_sessions', limit: rows, deleteBatch: deleteOldAccountSessions },
  { name: 'refresh_families', limit: rows, deleteBatch: deleteDeadFamilies },
  { name: 'key_secrets', limit: rows, deleteBatch: deleteOldSecrets },
  { name: 'hand_overs', limit: rows, deleteBatch: deleteOldHandOvers },
  { name: 'portal_sessions', limit: rows, deleteBatch: deleteOldPortalSessions },
  { name: 'pending_sign_ins', limit: rows, deleteBatch: deleteOldPending },
  { name: 'used_challenges', limit: rows, deleteBatch: deleteOldChallenges },
  { name: 'used_logout_tokens', limit: rows, deleteBatch: deleteOldLogoutTokens },
  { name: 'provider_tests', limit: rows, deleteBatch: deleteOldTests },
  { name: 'password_links', limit: rows, deleteBatch: deleteExpiredLinks },
  { name: 'sign_in_failures', limit: rows, deleteBatch: deleteOldFailures },
  { name: 'refused_sign_ins', limit: rows, deleteBatch: sweepRefusedSignIns },
  { name: 'known_browsers', limit: rows, deleteBatch: deleteOldBrowsers },
  { name: 'access_requests', limit: rows, deleteBatch: deleteOldRequests },
  { name: 'account_imports', limit: files, deleteBatch: deleteOldImports },
  { name: 'idempotency_keys', limit: rows, deleteBatch: deleteOldResponses },
  { name: 'used_proofs', limit: rows, deleteBatch: deleteOldProofs },
  { name: 'key_excess_hours', limit: rows, deleteBatch: deleteOldExcess },
  { name: 'usage_hours', limit: rows, deleteBatch: deleteOldUsage },
  { name: 'key_usage', limit: rows, deleteBatch: deleteOldKeyUsage },
  { name: 'account_usage', limit: rows, deleteBatch: deleteOldAccountUsage },
  { name: 'webhook_deliveries', limit: rows, deleteBatch: deleteOldDeliveries },
  { name: 'refusals', limit: rows, deleteBatch: deleteOldRefusals },
  { name: 'mails', limit: rows, deleteBatch: deleteOldMails },
  { name: 'signing_keys', limit: rows, deleteBatch: deleteOutdatedSigningKeys },
]

/** The sweeps of this configuration. Audit events are kept forever unless `AUDIT_RETENTION_DAYS` is set. */
export function listSweeps({ auditRetentionDays }: Pick<Env, 'auditRetentionDays'>): readonly Sweep[] {
  if (auditRetentionDays === undefined) return always
  const deleteBatch = (db: Database, limit: number) => deleteOldEvents(db, auditRetentionDays * dayMs, limit)
  return [...always, { name: 'audit_events', limit: rows, deleteBatch }]
}
