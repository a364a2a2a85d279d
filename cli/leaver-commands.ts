import type { Command } from 'commander'
import type { LeaverSheet, SecretStep } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { readLeaverSheet } from '#lib/domain/people/leaver-sheet/read-leaver-sheet.ts'
import { rotateSeenSecrets } from '#lib/domain/people/leaver-sheet/rotate-seen-secrets.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { describeBrowser } from '#lib/domain/sign-in/portal-sessions/describe-browser.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import type { CommandContext } from './run.ts'
import { verbsOf } from './verb.ts'

/** Verbs of `user` for someone who leaves. */
export function addLeaverVerbs(noun: Command): void {
  const verb = verbsOf(noun)
  const about = 'List what a user knows, owns, opened and has open: secrets they saw, links, keys, accounts, sessions.'
  verb('leaver-sheet <email>', about).here(async ({ services, actor }, email) => {
    const user = await getUserByName(services, actor, email)
    const sheet = await readLeaverSheet(services, actor, user.id)
    return { json: sheet, lines: formatSheet(sheet) }
  })
  const rotating =
    'Rotate the keys whose secret a user saw, and print the new secrets, once. The seen ones then work for 24 hours.'
  verb('rotate-seen-secrets <email>', rotating).here(rotateSeen)
}

async function rotateSeen({ services, actor }: CommandContext, email: string): Promise<CommandOutput> {
  const user = await getUserByName(services, actor, email)
  const { rotated, remaining } = await rotateSeenSecrets(services, actor, user.id)
  const rows = rotated.map(({ keyId, name, secret, lapsesAt }) => [keyId, name, secret, formatInstant(lapsesAt)])
  return {
    json: { userId: user.id, rotated, remaining },
    lines:
      rows.length === 0
        ? ['No key is left to rotate.']
        : formatTable(['KEY ID', 'NAME', 'SECRET', 'LAPSES (UTC)'], rows),
    notes: [
      ...(rows.length === 0 ? [] : ["Copy the secrets now. They can't be shown again. Each lapses unless it is used."]),
      ...(remaining === 0 ? [] : [`${remaining} more to rotate: run the command again.`]),
    ],
  }
}

const steps: Readonly<Record<SecretStep, string>> = {
  rotate: 'rotate',
  waiting: 'the new one waits for its first use',
  retiring: 'stops by itself',
  blocked: 'retire the former secret first',
  refused: 'none: the owner is deactivated',
  handed_over: 'none: only the recipient of the link saw it',
}

function formatSheet(sheet: LeaverSheet): string[] {
  const { user, secrets, hiddenSecrets, webhooks, links, keys, opened, sessions, accounts } = sheet
  const state = user.deactivatedAt === null ? 'active' : `deactivated ${formatInstant(user.deactivatedAt)} UTC`
  return [
    `${user.name} (${user.username}, ${user.role}), ${state}`,
    ...section(
      'Secrets seen or handed over',
      [
        'KEY ID',
        'NAME',
        'ACTS AS',
        'SECRET',
        'GENERATED (UTC)',
        'LAST USED (UTC)',
        'UNTIL (UTC)',
        'OPEN ACCOUNTS',
        'TO DO',
      ],
      secrets.map(({ key, state: secretState, createdAt, lastUsedAt, worksUntil, openAccounts, step }) => [
        ...[key.id, key.name, key.owner.name, secretState, formatInstant(createdAt), formatInstant(lastUsedAt)],
        ...[formatInstant(worksUntil), String(openAccounts), steps[step]],
      ]),
    ),
    ...(hiddenSecrets === 0 ? [] : [`${hiddenSecrets} more of keys that only owners manage.`]),
    ...section(
      'Signing secrets of webhooks',
      ['WEBHOOK ID', 'URL', 'SINCE (UTC)'],
      webhooks.map(({ id, url, createdAt }) => [id, url, formatInstant(createdAt)]),
    ),
    ...section(
      'Links that still work',
      ['KIND', 'FOR', 'NAME', 'UNTIL (UTC)'],
      links.map(({ kind, id, name, expiresAt }) => [kind.replace('_', '-'), id, name, formatInstant(expiresAt)]),
    ),
    ...section(
      'Keys owned',
      ['KEY ID', 'NAME', 'STATE', 'LAST USED (UTC)'],
      keys.map(({ id, name, state: keyState, lastUsedAt }) => [id, name, keyState, formatInstant(lastUsedAt)]),
    ),
    ...section(
      'Accounts opened last',
      ['ACCOUNT ID', 'NAME', 'OPENED (UTC)'],
      opened.map(({ id, name, openedAt }) => [id, name, formatInstant(openedAt)]),
    ),
    ...section(
      'Portal sessions',
      ['BROWSER', 'IP ADDRESS', 'SIGNED IN (UTC)', 'LAST USED (UTC)'],
      sessions.map(({ userAgent, address, createdAt, lastSeenAt }) => [
        ...[nameBrowser(userAgent), address, formatInstant(createdAt), formatInstant(lastSeenAt)],
      ]),
    ),
    ...section(
      'Open accounts',
      ['ACCOUNT ID', 'NAME', 'OPENED (UTC)', 'BY KEY'],
      accounts.map(({ accountId, accountName, createdAt, keyId }) => [
        ...[accountId, accountName, formatInstant(createdAt), keyId ?? '–'],
      ]),
    ),
  ]
}

/** Says that there is none, because a sheet without a section could be read as one that forgot it. */
function section(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? ['', `${title}: none`] : ['', title, ...formatTable(headings, rows)]
}

function nameBrowser(userAgent: string): string {
  const known = describeBrowser(userAgent)
  return known ? `${known.browser}, ${known.system}` : 'unknown'
}
