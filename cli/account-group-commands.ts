import type { Command } from 'commander'
import { type GroupText, toGroupNameKey } from '#lib/domain/accounts/account-groups/account-group.ts'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { type CommandOutput, formatInstant, inOrder, listOutput } from './output.ts'
import { addTextChanges, addTextOptions, readTexts, textColumns } from './text-options.ts'
import { addVerb, requireSomeOption } from './verb.ts'

type Group = ResponseOf<'patchAccountGroup'>
type Texts = Readonly<Partial<Record<GroupText, string>>>

export function addAccountGroupCommands(program: Command): void {
  const noun = program.command('account-group').description('Named sets of accounts, which users can be given.')
  addVerb(noun, 'list', async ({ api }) =>
    listOutput(
      'groups',
      inOrder(await api.list('listAccountGroups', {}), ({ name }) => toGroupNameKey(name)),
      [
        ['GROUP ID', ({ id }) => id],
        ['NAME', ({ name }) => name],
        ...textColumns(groupFields),
        ['RULES', ({ rules }) => rules.map(describeRule).join('; ') || '–'],
        ['CHANGED (UTC)', ({ changedAt }) => formatInstant(changedAt)],
      ],
    ),
  ).description('List all groups by name, with their rules.')
  addWriting(noun)
  addVerb(noun, 'delete <groupId>', async ({ api }, groupId: string) => {
    await api.call('deleteAccountGroup', { params: { groupId } })
    return { json: { id: groupId }, lines: [`Deleted ${groupId}.`] }
  }).description('Take a group from all its users, and delete it. Its accounts stay.')
  addAccountVerbs(noun)
}

function addWriting(noun: Command): void {
  const create = addVerb(noun, 'create', async ({ api }, { name, ...given }: Readonly<{ name: string }> & Texts) => {
    const body = { name, ...readTexts(groupFields, given) }
    return describeWritten('Created', await api.call('createAccountGroup', { body }))
  })
    .description('Create an empty group, which no user has yet.')
    .requiredOption('--name <name>', 'display name, which no other group has')
  addTextOptions(create, groupFields)
  const change = addVerb(
    noun,
    'change <groupId>',
    async ({ api }, groupId: string, given: Readonly<{ name?: string }> & Texts) => {
      const body = { name: given.name, ...readTexts(groupFields, given) }
      return describeWritten('Changed', await api.call('patchAccountGroup', { params: { groupId }, body }))
    },
  )
    .description('Change a group. What is not given stays.')
    .option('--name <name>', 'display name, which no other group has')
  addTextChanges(change, groupFields)
  requireSomeOption(change, 'what to change')
}

function describeWritten(done: string, group: Group): CommandOutput {
  return { json: group, lines: [`${done} account group ${group.id} (${group.name}).`] }
}

function addAccountVerbs(noun: Command): void {
  addVerb(noun, 'accounts <groupId>', async ({ api }, groupId: string) => {
    const { json, lines } = listOutput('accounts', await api.list('listAccountsOfGroup', { params: { groupId } }), [
      ['ACCOUNT ID', ({ accountId }) => accountId],
      ['CHOSEN', ({ chosen }) => (chosen ? 'yes' : 'no')],
      ['BY RULES', ({ ruleIds }) => ruleIds.join(', ') || '–'],
    ])
    return { json: { groupId, ...json }, lines }
  }).description('List the accounts of a group by ID: those that were added, and those that a rule matches.')
  addVerb(noun, 'add <groupId> <accountIds...>', async ({ api }, groupId: string, add: string[]) => {
    const edited = await api.call('changeAccountsOfGroup', { params: { groupId }, body: { add } })
    return describeEdit({ groupId, edited, line: `Added ${countOf(edited.added, 'account')} to ${groupId}.` })
  }).description('Add accounts to a group, at most 1,000.')
  addVerb(noun, 'remove <groupId> <accountIds...>', async ({ api }, groupId: string, remove: string[]) => {
    const edited = await api.call('changeAccountsOfGroup', { params: { groupId }, body: { remove } })
    return describeEdit({ groupId, edited, line: `Removed ${countOf(edited.removed, 'account')} from ${groupId}.` })
  }).description('Remove accounts from a group, at most 1,000. Those that a rule matches stay.')
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
