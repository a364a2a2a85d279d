import type { Command } from 'commander'
import type { LeaverSheet, SecretStep } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { readLeaverSheet } from '#lib/domain/people/leaver-sheet/read-leaver-sheet.ts'
import { rotateSeenSecrets } from '#lib/domain/people/leaver-sheet/rotate-seen-secrets.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { describeBrowser } from '#lib/domain/sign-in/portal-sessions/describe-browser.ts'
import { type Columns, type CommandOutput, formatInstant, listOutput } from './output.ts'
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
  const { lines } = listOutput('rotated', rotated, [
    ['KEY ID', ({ keyId }) => keyId],
    ['NAME', ({ name }) => name],
    ['SECRET', ({ secret }) => secret],
    ['LAPSES (UTC)', ({ lapsesAt }) => formatInstant(lapsesAt)],
  ])
  return {
    json: { userId: user.id, rotated, remaining },
    lines: lines.length === 0 ? ['No key is left to rotate.'] : lines,
    notes: [
      ...(lines.length === 0
        ? []
        : ["Copy the secrets now. They can't be shown again. Each lapses unless it is used."]),
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
  const { user, hiddenSecrets } = sheet
  const state = user.deactivatedAt === null ? 'active' : `deactivated ${formatInstant(user.deactivatedAt)} UTC`
  return [
    `${user.name} (${user.username}, ${user.role}), ${state}`,
    ...section('Secrets seen or handed over', sheet.secrets, [
      ['KEY ID', ({ key }) => key.id],
      ['NAME', ({ key }) => key.name],
      ['ACTS AS', ({ key }) => key.owner.name],
      ['SECRET', (secret) => secret.state],
      ['GENERATED (UTC)', ({ createdAt }) => formatInstant(createdAt)],
      ['LAST USED (UTC)', ({ lastUsedAt }) => formatInstant(lastUsedAt)],
      ['UNTIL (UTC)', ({ worksUntil }) => formatInstant(worksUntil)],
      ['OPEN ACCOUNTS', ({ openAccounts }) => String(openAccounts)],
      ['TO DO', ({ step }) => steps[step]],
    ]),
    ...(hiddenSecrets === 0 ? [] : [`${hiddenSecrets} more of keys that only owners manage.`]),
    ...section('Signing secrets of webhooks', sheet.webhooks, [
      ['WEBHOOK ID', ({ id }) => id],
      ['URL', ({ url }) => url],
      ['SINCE (UTC)', ({ createdAt }) => formatInstant(createdAt)],
    ]),
    ...section('Links that still work', sheet.links, [
      ['KIND', ({ kind }) => kind.replace('_', '-')],
      ['FOR', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['UNTIL (UTC)', ({ expiresAt }) => formatInstant(expiresAt)],
    ]),
    ...section('Keys owned', sheet.keys, [
      ['KEY ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['STATE', (key) => key.state],
      ['LAST USED (UTC)', ({ lastUsedAt }) => formatInstant(lastUsedAt)],
    ]),
    ...formatOpened(sheet),
  ]
}

function formatOpened({ opened, sessions, accounts }: LeaverSheet): string[] {
  return [
    ...section('Accounts opened last', opened, [
      ['ACCOUNT ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['OPENED (UTC)', ({ openedAt }) => formatInstant(openedAt)],
    ]),
    ...section('Portal sessions', sessions, [
      ['BROWSER', ({ userAgent }) => nameBrowser(userAgent)],
      ['IP ADDRESS', ({ address }) => address],
      ['SIGNED IN (UTC)', ({ createdAt }) => formatInstant(createdAt)],
      ['LAST USED (UTC)', ({ lastSeenAt }) => formatInstant(lastSeenAt)],
    ]),
    ...section('Open accounts', accounts, [
      ['ACCOUNT ID', ({ accountId }) => accountId],
      ['NAME', ({ accountName }) => accountName],
      ['OPENED (UTC)', ({ createdAt }) => formatInstant(createdAt)],
      ['BY KEY', ({ keyId }) => keyId ?? '–'],
    ]),
  ]
}

/** Says that there is none, because a sheet without a section could be read as one that forgot it. */
function section<Item>(title: string, items: readonly Item[], columns: Columns<Item>): string[] {
  return items.length === 0 ? ['', `${title}: none`] : ['', title, ...listOutput(title, items, columns).lines]
}

function nameBrowser(userAgent: string): string {
  const known = describeBrowser(userAgent)
  return known ? `${known.browser}, ${known.system}` : 'unknown'
}
