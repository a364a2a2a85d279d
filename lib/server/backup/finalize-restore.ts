import { extendJournal, restoreIssuer } from '#lib/domain/events/journal/restore-journal.ts'
import { resetUnsealed } from '#lib/domain/events/journal/store.ts'
import { revokeAllFamilies } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Operator } from '#lib/foundation/authorization/actor.ts'
import { clearBackupMark } from '#lib/foundation/db/copy/backup-mark.ts'
import { copyTables, countTableRows, deleteRows, insertRows } from '#lib/foundation/db/copy/rows.ts'
import { invalidatedTables } from '#lib/foundation/db/copy/stored-tables.ts'
import type { Database, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import {
  carryOverIdentities,
  carryOverKeys,
  carryOverUsers,
  type KeyToEnable,
  pauseUncertainWebhooks,
} from '#lib/server/backup/carry-over.ts'
import {
  type PreviousDatabase,
  type RevocationUncertainty,
  readIfPossible,
} from '#lib/server/backup/previous-database.ts'
import { countActiveOwners } from '#lib/server/diagnostics/store.ts'

export type RestoreFacts = Readonly<{
  previous: PreviousDatabase
  uncertainty: RevocationUncertainty | undefined
  /** Whether the events of the previous database must be copied. */
  isElsewhere: boolean
  /** Number of audit events in the backup. */
  events: number
  keys: ServerKeys
  enableKeys: boolean
  /** Whether the backup disabled active keys, as version 0.1.0 did. */
  backupDisables: boolean
  /** File name and time of the backup; `undefined` if the database was restored by other means. */
  backup: Readonly<{ name: string; madeAt: number | undefined }> | undefined
}>

/** What was revoked since the backup and stays revoked. */
export type CarriedOver = Readonly<{
  revokedKeys: number
  disabledKeys: number
  deactivatedUsers: number
  newerPasswords: number
  /** Events recorded since, or on another branch: the audit log is never truncated. */
  events: number
}>

/** The result of a restore. */
export type RestoreResult = Readonly<{
  /** When the backup was made; `null` if unknown. */
  madeAt: number | null
  users: number
  accounts: number
  apiKeys: number
  carriedOver: CarriedOver
  /** Why more may have been revoked since than was carried over; `null` if nothing. */
  ignorance: RevocationUncertainty | null
  keysToEnable: readonly KeyToEnable[]
  /** Webhooks that may have been removed or changed since the backup. */
  pausedWebhooks: number
  /** If false, the next access token creates new ones. */
  keepsSigningKeys: boolean
  activeOwners: number
  /** The path of the previous database if it couldn't be used. */
  movedAside: string | null
}>

/**
 * Makes restored rows safe to use. Sessions end; refresh tokens, grants and links stop working. What was revoked since
 * the backup stays revoked. A key whose revocation is uncertain is disabled, unless `enableKeys` is set.
 */
export async function finalizeRestore(
  trx: DbTransaction,
  actor: Operator,
  facts: RestoreFacts,
): Promise<Omit<RestoreResult, 'madeAt' | 'movedAside'>> {
  for (const table of invalidatedTables) await deleteRows(trx, table)
  await revokeAllFamilies(trx, 'restored')
  await clearBackupMark(trx)
  const users = await carryOverUsers(trx, facts)
  await carryOverIdentities(trx, actor, facts)
  const events = await carryOverEvents(trx, facts)
  await restoreIssuer(trx)
  const { keysToEnable, ...keys } = await carryOverKeys(trx, actor, facts)
  const pausedWebhooks = await pauseUncertainWebhooks(trx, actor, facts)
  const keepsSigningKeys = await restoreSigningKeys(trx, facts)
  const carriedOver = { ...users, ...keys, events }
  const { backup } = facts
  await recordEvent(trx, actor, {
    kind: 'database.restored',
    subject: { kind: 'database', id: null, name: backup?.name ?? '' },
    details: {
      via: backup ? 'file' : 'other means',
      madeAt: backup?.madeAt ?? null,
      ...carriedOver,
      keysToEnable: keysToEnable.length,
    },
  })
  return {
    users: await countTableRows(trx, 'users'),
    accounts: await countTableRows(trx, 'accounts'),
    apiKeys: await countTableRows(trx, 'api_keys'),
    carriedOver,
    ignorance: facts.uncertainty ?? null,
    keysToEnable,
    pausedWebhooks,
    keepsSigningKeys,
    activeOwners: await countActiveOwners(trx),
  }
}

/** @returns the number of audit events that are not in the backup */
async function carryOverEvents(trx: DbTransaction, facts: RestoreFacts): Promise<number> {
  const { db } = facts.previous
  const tables = ['audit_events'] as const
  if (db && facts.isElsewhere) {
    const copy = async () => {
      await copyTables(db, trx, { tables, merged: tables, onProgress: () => undefined })
      await extendJournal(trx, db)
    }
    await readIfPossible(facts.previous, copy, undefined)
  }
  await resetUnsealed(trx)
  return (await countTableRows(trx, 'audit_events')) - facts.events
}

/** Keeps the previous database's signing keys: the backup's may have been retired since, because they leaked. */
async function restoreSigningKeys(trx: DbTransaction, facts: RestoreFacts): Promise<boolean> {
  const { previous, uncertainty, keys, enableKeys } = facts
  const previousKeys = previous.db && !uncertainty ? await findReadableKeys(previous.db, keys) : undefined
  if (previousKeys || !enableKeys) await deleteRows(trx, 'signing_keys')
  if (previousKeys) await insertRows(trx, 'signing_keys', previousKeys)
  return previousKeys !== undefined || enableKeys
}

/** @returns `undefined` if a signing key in use can't be decrypted with these server keys */
async function findReadableKeys(db: Database, keys: ServerKeys): Promise<Tables['signing_keys'][] | undefined> {
  const rows = await db.selectFrom('signing_keys').selectAll().execute()
  const masterIds = keys.all.map(({ id }) => id)
  return rows.every((row) => row.retired_at !== null || masterIds.includes(row.master_id)) ? rows : undefined
}
