import type { Command } from 'commander'
import { toGroupNameKey } from '#lib/domain/accounts/account-groups/account-group.ts'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { changedTexts, newTexts, option, required, textColumns } from './options.ts'
import { type CommandOutput, formatInstant, inOrder, listOutput } from './output.ts'
import { type Verbs, verbsOf } from './verb.ts'

type Group = ResponseOf<'patchAccountGroup'>

export function addAccountGroupCommands(program: Command): void {
  const noun = program.command('account-group').description('Named sets of accounts, which users can be given.')
  const verb = verbsOf(noun)
  verb('list', 'List all groups by name, with their rules.').onSite(async ({ api }) => {
    const groups = await api.list('listAccountGroups', {})
    return listOutput(
      'groups',
      inOrder(groups, ({ name }) => toGroupNameKey(name)),
      [
        ['GROUP ID', ({ id }) => id],
        ['NAME', ({ name }) => name],
        ...textColumns(groupFields),
        ['RULES', ({ rules }) => rules.map(describeRule).join('; ') || '–'],
        ['CHANGED (UTC)', ({ changedAt }) => formatInstant(changedAt)],
      ],
    )
  })
  addWriting(verb)
  addAccountVerbs(verb)
}

function addWriting(verb: Verbs): void {
  const nameOption = () => option('--name <name>', 'display name, which no other group has')
  verb('create', 'Create an empty group, which no user has yet.', {
    name: required(nameOption()),
    ...newTexts(groupFields),
  }).onSite(async ({ api }, body) => describeWritten('Created', await api.call('createAccountGroup', { body })))
  verb('change <groupId>', 'Change a group. What is not given stays.', {
    name: nameOption(),
    ...changedTexts(groupFields),
  })
    .needsOption('what to change')
    .onSite(async ({ api }, groupId, body) =>
      describeWritten('Changed', await api.call('patchAccountGroup', { params: { groupId }, body })),
    )
  verb('delete <groupId>', 'Take a group from all its users, and delete it. Its accounts stay.').onSite(
    async ({ api }, groupId) => {
      await api.call('deleteAccountGroup', { params: { groupId } })
      return { json: { id: groupId }, lines: [`Deleted ${groupId}.`] }
    },
  )
}

function describeWritten(done: string, group: Group): CommandOutput {
  return { json: group, lines: [`${done} account group ${group.id} (${group.name}).`] }
}

function addAccountVerbs(verb: Verbs): void {
  const about = 'List the accounts of a group by ID: those that were added, and those that a rule matches.'
  verb('accounts <groupId>', about).onSite(async ({ api }, groupId) => {
    const { json, lines } = listOutput('accounts', await api.list('listAccountsOfGroup', { params: { groupId } }), [
      ['ACCOUNT ID', ({ accountId }) => accountId],
      ['CHOSEN', ({ chosen }) => (chosen ? 'yes' : 'no')],
      ['BY RULES', ({ ruleIds }) => ruleIds.join(', ') || '–'],
    ])
    return { json: { groupId, ...json }, lines }
  })
  verb('add <groupId> <accountIds...>', 'Add accounts to a group, at most 1,000.').onSite(
    async ({ api }, groupId, add) => {
      const edited = await api.call('changeAccountsOfGroup', { params: { groupId }, body: { add } })
      return describeEdit({ groupId, edited, line: `Added ${countOf(edited.added, 'account')} to ${groupId}.` })
    },
  )
  const removal = 'Remove accounts from a group, at most 1,000. Those that a rule matches stay.'
  verb('remove <groupId> <accountIds...>', removal).onSite(async ({ api }, groupId, remove) => {
    const edited = await api.call('changeAccountsOfGroup', { params: { groupId }, body: { remove } })
    return describeEdit({ groupId, edited, line: `Removed ${countOf(edited.removed, 'account')} from ${groupId}.` })
  })
}

type Edit = Readonly<{ groupId: string; edited: ResponseOf<'changeAccountsOfGroup'>; line: string }>

/** Fails for accounts that do not exist, or that stay in the group. */
function describeEdit({ groupId, edited, line }: Edit): CommandOutput {
  const { unknown, kept } = edited
  return {
    json: { groupId, ...edited },
    lines: [line],
    notes: [
      ...(unknown.length > 0 ? [`No such accounts: ${unknown.join(', ')}.`] : []),
      ...(kept.length > 0 ? [`A rule of the group matches these accounts, so they stay: ${kept.join(', ')}.`] : []),
    ],
    failed: unknown.length + kept.length > 0,
  }
}

function describeRule({ idPrefix, locale }: Group['rules'][number]): string {
  return [idPrefix === null ? '' : `ID ${idPrefix}…`, locale === null ? '' : `locale ${locale}`]
    .filter(Boolean)
    .join(' and ')
}
