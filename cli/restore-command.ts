import { resolve } from 'node:path'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import type { KeyToEnable } from '#lib/server/backup/carry-over.ts'
import type { CarriedOver, RestoreResult } from '#lib/server/backup/finalize-restore.ts'
import type { RevocationUncertainty } from '#lib/server/backup/previous-database.ts'
import { restoreBackup, restoreInPlace } from '#lib/server/backup/restore-backup.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import { flag, option } from './options.ts'
import { formatInstant, formatTable, showProgress } from './output.ts'
import { commandActor, sayWaiting } from './run.ts'
import type { Verbs } from './verb.ts'

const help = `
All sessions, refresh tokens, access tokens and links from before the restore become invalid. Keys that were revoked
or disabled and users who were deactivated since the backup stay so, if the replaced database shows it. Other keys are
disabled and listed.`

export function addRestore(verb: Verbs): void {
  const restore = verb('restore [file]', 'Replace the database with a backup, without restoring revoked access.', {
    inPlace: flag('--in-place', 'without a file: the database was restored by other means, such as pg_restore'),
    replaced: option('--replaced <database>', 'the replaced database, if it is another one: its URL or its file'),
    enableKeys: flag('--enable-keys', 'keep API keys enabled that may have been revoked since the backup'),
  })
  restore.command.addHelpText('after', help)
  restore
    .refuses((file, { inPlace }) =>
      (file === undefined) === (inPlace === undefined)
        ? 'specify either a backup file or, if the database was restored by other means, --in-place'
        : undefined,
    )
    .alone(async (file, { replaced, enableKeys = false }) => {
      const site = { env: readEnv(), clock: systemClock, onWait: sayWaiting }
      const order = { replaced, enableKeys }
      const restored =
        file === undefined
          ? await restoreInPlace(site, commandActor(), order)
          : await restoreBackup(site, commandActor(), { ...order, file: resolve(file), onProgress: showProgress })
      return { json: restored, lines: describeRestored(restored) }
    })
}

const latchkey = 'npm run latchkey --'

const whyUnknown: Readonly<Record<RevocationUncertainty, string>> = {
  none: 'There was no database that shows what was revoked since the backup.',
  damaged: 'The replaced database is damaged. It may not show everything that was revoked since the backup.',
  backup: 'The replaced database was a backup itself. It does not show what was revoked since.',
  older: 'The replaced database is older than the backup. It does not show what was revoked since.',
}

/** Describes the result of a restore and the remaining steps. */
function describeRestored(restored: RestoreResult): string[] {
  const { madeAt, users, accounts, apiKeys, ignorance, movedAside } = restored
  const from = madeAt === null ? '' : ` from the backup of ${formatInstant(madeAt)} UTC`
  return [
    `Restored ${countOf(users, 'user')}, ${countOf(accounts, 'account')} and ${countOf(apiKeys, 'API key')}${from}.`,
    ...(movedAside === null ? [] : [`The replaced database is unusable. It is kept at ${movedAside}.`]),
    'All users are signed out. Refresh tokens, access tokens and links from before the restore no longer work.',
    ...describeCarriedOver(restored.carriedOver),
    ...(ignorance === null ? [] : [whyUnknown[ignorance], lookThroughUsers]),
    ...(restored.keepsSigningKeys
      ? []
      : ['New signing keys were created. Verifiers must fetch the key set (JWKS) again.']),
    ...describeKeys(restored.keysToEnable),
    ...describeWebhooks(restored.pausedWebhooks),
    ...(restored.activeOwners > 0 ? [] : [`No owner is active: ${latchkey} user reactivate <email>`]),
  ]
}

const lookThroughUsers = `Check for users who were deactivated since the backup: ${latchkey} user list`

function describeCarriedOver(carriedOver: CarriedOver): string[] {
  const { revokedKeys, disabledKeys, deactivatedUsers, newerPasswords, events } = carriedOver
  const parts = [
    [revokedKeys, 'revoked key'],
    [disabledKeys, 'disabled key'],
    [deactivatedUsers, 'deactivated user'],
    [newerPasswords, 'newer password'],
    [events, 'audit event'],
  ] as const
  const kept = parts.filter(([number]) => number > 0).map(([number, noun]) => countOf(number, noun))
  return kept.length === 0 ? [] : [`Carried over from the replaced database: ${kept.join(', ')}.`]
}

function describeWebhooks(paused: number): string[] {
  if (paused === 0) return []
  const are = paused === 1 ? 'is' : 'are'
  return [
    `${countOf(paused, 'webhook')} ${are} paused, because ${paused === 1 ? 'it' : 'they'} may have been removed or changed since the backup. Resume those that are valid: ${latchkey} webhook list`,
  ]
}

/** Names are in their own columns: a user's text must not end up in a command that an operator copies to a shell. */
function describeKeys(keys: readonly KeyToEnable[]): string[] {
  if (keys.length === 0) return []
  return [
    `${countOf(keys.length, 'API key')} ${keys.length === 1 ? 'is' : 'are'} disabled, because the key may have been revoked since the backup. Enable valid keys:`,
    ...formatTable(
      ['NAME', 'OWNER', 'LAST USED', 'COMMAND'],
      keys.map(({ keyId, name, owner, lastUsedAt }) => [
        name,
        owner,
        formatInstant(lastUsedAt),
        `${latchkey} key enable ${keyId}`,
      ]),
    ),
  ]
}
