import type { Transaction } from 'kysely'
import type { Operator } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { carryOverKeys } from '#lib/backup/carry-over-keys.ts'
import { deleteSigningKeys, takeOverSigningKeys } from '#lib/backup/carry-over-store.ts'
import { carryOverUsers } from '#lib/backup/carry-over-users.ts'
import { type PreviousDatabase, type RevocationUncertainty, readIfPossible } from '#lib/backup/previous-database.ts'
import type { RestoreResult } from '#lib/backup/restore-result.ts'
import { invalidatedTables } from '#lib/backup/retained-tables.ts'
import { countActiveOwners, deleteBackupMark, revokeRefreshFamilies } from '#lib/backup/store.ts'
import { copyTables, countRows, deleteRows } from '#lib/db/copy/rows.ts'
import type { Tables } from '#lib/db/tables.ts'
import type { ServerKeys } from '#lib/server-keys/server-keys.ts'

export type RestoreFacts = Readonly<{
  replaced: PreviousDatabase
  /** Why the replaced database cannot tell what was taken since the backup. */
  ignorance: RevocationUncertainty | undefined
  /** Whether its events are to be fetched: they are not where the rows were restored. */
  isElsewhere: boolean
  /** How many events the backup has itself. */
  events: number
  keys: ServerKeys
  enableKeys: boolean
  /** Whether the backup may have disabled good keys, as those of version 0.1.0 do. */
  backupDisables: boolean
  /** The backup, by its name alone and the instant it was made at; undefined: restored by other means. */
  backup: Readonly<{ name: string; madeAt: number | undefined }> | undefined
}>

/**
 * Makes restored rows safe to use: nobody is signed in, no refresh token, grant or link works, and what the replaced
 * database says was taken since stays taken. A key of which it cannot tell is disabled, unless all are to be enabled.
 */
export async function finalizeRestore(
  trx: Transaction<Tables>,
  actor: Operator,
  settling: RestoreFacts,
): Promise<Omit<RestoreResult, 'madeAt' | 'movedAside'>> {
  for (const table of invalidatedTables) await deleteRows(trx, table)
  await revokeRefreshFamilies(trx)
  await deleteBackupMark(trx)
  const users = await carryOverUsers(trx, settling.replaced)
  const events = await carryOverEvents(trx, settling)
  const { keysToEnable, ...keys } = await carryOverKeys(trx, actor, settling)
  const keepsSigningKeys = await settleSigningKeys(trx, settling)
  const carriedOver = { ...users, ...keys, events }
  const { backup } = settling
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
    users: await countRows(trx, 'users'),
    accounts: await countRows(trx, 'accounts'),
    apiKeys: await countRows(trx, 'api_keys'),
    carriedOver,
    ignorance: settling.ignorance ?? null,
    keysToEnable,
    keepsSigningKeys,
    activeOwners: await countActiveOwners(trx),
  }
}

/** @returns how many there are now that the backup does not have */
async function carryOverEvents(trx: Transaction<Tables>, settling: RestoreFacts): Promise<number> {
  const { replaced, isElsewhere, events } = settling
  const { db } = replaced
  const tables = ['audit_events'] as const
  const fetch = (from: NonNullable<typeof db>) =>
    copyTables(from, trx, { tables, united: tables, onProgress: () => undefined })
  if (db && isElsewhere) await readIfPossible(replaced, () => fetch(db), undefined)
  return (await countRows(trx, 'audit_events')) - events
}

/**
 * The signing keys of the replaced database go on. Those of the backup may have been retired since because others know
 * them: where that is not known, new ones are made.
 */
async function settleSigningKeys(trx: Transaction<Tables>, settling: RestoreFacts): Promise<boolean> {
  const { replaced, ignorance, keys, enableKeys } = settling
  const masterIds = keys.all.map(({ id }) => id)
  if (replaced.db && !ignorance && (await takeOverSigningKeys(trx, replaced.db, masterIds))) return true
  if (!enableKeys) await deleteSigningKeys(trx)
  return enableKeys
}
