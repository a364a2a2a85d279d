import type { Ignorance } from '#lib/backup/replaced.ts'
import type { CarriedOver, KeyToEnable, Restored } from '#lib/backup/restored.ts'
import { formatInstant, formatTable } from './output.ts'

const latchkey = 'npm run latchkey --'

const whyUnknown: Readonly<Record<Ignorance, string>> = {
  none: 'There was no database to ask what was revoked since the backup.',
  damaged: 'The database that was replaced is damaged: what else was revoked since the backup is not known.',
  backup: 'What was replaced was a backup itself: what was revoked since is not known.',
  older: 'The database that was replaced is older than the backup: what was revoked since is not known.',
}

/** What a restore came to, and what is left to do, in words. */
export function describeRestored(restored: Restored): string[] {
  const { madeAt, users, accounts, apiKeys, ignorance, movedAside } = restored
  const from = madeAt === null ? '' : ` from the backup of ${formatInstant(madeAt)} UTC`
  return [
    `Restored ${countOf(users, 'user')}, ${countOf(accounts, 'account')} and ${countOf(apiKeys, 'API key')}${from}.`,
    ...(movedAside === null ? [] : [`The former database could not be used; it is kept at ${movedAside}.`]),
    'Everybody is signed out. No refresh token, access token or link from before works.',
    ...describeCarriedOver(restored.carriedOver),
    ...(ignorance === null ? [] : [whyUnknown[ignorance], lookThroughUsers]),
    ...(restored.keepsSigningKeys ? [] : ['New signing keys are made: whoever keeps our JWKS has to fetch it again.']),
    ...describeKeys(restored.keysToEnable),
    ...(restored.activeOwners > 0 ? [] : [`No owner is active: ${latchkey} user reactivate <email>`]),
  ]
}

const lookThroughUsers = `Look for users who were deactivated since: ${latchkey} user list`

function describeCarriedOver(carriedOver: CarriedOver): string[] {
  const { revokedKeys, disabledKeys, deactivatedUsers, newerPasswords, events } = carriedOver
  const parts = [
    [revokedKeys, 'revoked key'],
    [disabledKeys, 'disabled key'],
    [deactivatedUsers, 'deactivated user'],
    [newerPasswords, 'newer password'],
    [events, 'recorded event'],
  ] as const
  const kept = parts.filter(([number]) => number > 0).map(([number, noun]) => countOf(number, noun))
  return kept.length === 0 ? [] : [`Carried over from the database that was replaced: ${kept.join(', ')}.`]
}

/** Names stand apart from the commands: whoever chose them must not write into what is copied to a shell. */
function describeKeys(keys: readonly KeyToEnable[]): string[] {
  if (keys.length === 0) return []
  return [
    `${countOf(keys.length, 'API key is', 'API keys are')} disabled, since nobody can tell whether it was revoked. Enable the good ones:`,
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

function countOf(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
