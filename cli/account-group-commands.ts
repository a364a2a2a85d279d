import type { Command } from 'commander'
import { toGroupNameKey } from '#lib/account-groups/account-group.ts'
import { countOf } from '#lib/diagnostics/check-result.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { inOrder } from './remote/read-resource.ts'
import { addVerb, requireSomeOption } from './verb.ts'

type Groups = Operations['accountGroups']
type Group = Awaited<ReturnType<Groups['create']>>
type Edited = Awaited<ReturnType<Groups['editAccounts']>>

export function addAccountGroupCommands(program: Command): void {
  const noun = program.command('account-group').description('Named sets of accounts, which users can be given.')
  addVerb(noun, 'list', async ({ accountGroups }) => listGroups(await accountGroups.list())).description(
    'List all groups by name, with their rules.',
  )
  addWriting(noun)
  addVerb(noun, 'delete <groupId>', async ({ accountGroups }, groupId: string) => {
    await accountGroups.delete(groupId)
    return { json: { id: groupId }, lines: [`Deleted ${groupId}.`] }
  }).description('Take a group from all its users, and delete it. Its accounts stay.')
  addAccountVerbs(noun)
}

type GroupOptions = Readonly<{ name?: string; note?: string }>

function addWriting(noun: Command): void {
  addVerb(noun, 'create', async ({ accountGroups }, { name, note }: Readonly<{ name: string; note?: string }>) =>
    describeWritten('Created', await accountGroups.create({ name, ...(note !== undefined && { note }) })),
  )
    .description('Create an empty group, which no user has yet.')
    .requiredOption('--name <name>', 'display name, which no other group has')
    .option('--note <text>', 'what the people who manage the group want to remember')
  const change = addVerb(noun, 'change <groupId>', async ({ accountGroups }, groupId: string, given: GroupOptions) => {
    const { name, note } = given
    const patch = { ...(name !== undefined && { name }), ...(note !== undefined && { note: note || null }) }
    return describeWritten('Changed', await accountGroups.change(groupId, patch))
  })
    .description('Change a group. What is not given stays.')
    .option('--name <name>', 'display name, which no other group has')
    .option('--note <text>', 'what the people who manage the group want to remember; empty: none')
  requireSomeOption(change, 'what to change')
}

function describeWritten(done: string, group: Group): CommandOutput {
  return { json: group, lines: [`${done} account group ${group.id} (${group.name}).`] }
}

function addAccountVerbs(noun: Command): void {
  addVerb(noun, 'accounts <groupId>', async ({ accountGroups }, groupId: string) => {
    const accounts = await accountGroups.listAccounts(groupId)
    const rows = accounts.map(({ accountId, chosen, ruleIds }) => [
      ...[accountId, chosen ? 'yes' : 'no', ruleIds.join(', ') || '–'],
    ])
    return { json: { groupId, accounts }, lines: formatTable(['ACCOUNT ID', 'CHOSEN', 'BY RULES'], rows) }
  }).description('List the accounts of a group by ID: those that were added, and those that a rule matches.')
  addVerb(noun, 'add <groupId> <accountIds...>', async ({ accountGroups }, groupId: string, add: string[]) => {
    const edited = await accountGroups.editAccounts(groupId, { add })
    return describeEdit({ groupId, edited, line: `Added ${countOf(edited.added, 'account')} to ${groupId}.` })
  }).description('Add accounts to a group, at most 1,000.')
  addVerb(noun, 'remove <groupId> <accountIds...>', async ({ accountGroups }, groupId: string, remove: string[]) => {
    const edited = await accountGroups.editAccounts(groupId, { remove })
    return describeEdit({ groupId, edited, line: `Removed ${countOf(edited.removed, 'account')} from ${groupId}.` })
  }).description('Remove accounts from a group, at most 1,000. Those that a rule matches stay.')
}

type Edit = Readonly<{ groupId: string; edited: Edited; line: string }>

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

function listGroups(found: Awaited<ReturnType<Groups['list']>>): CommandOutput {
  const groups = inOrder(
    found.map((group) => ({ ...group, changedAt: Date.parse(group.changedAt) })),
    ({ name }) => toGroupNameKey(name),
  )
  const rows = groups.map(({ id, name, note, rules, changedAt }) => [
    ...[id, name, note ?? '–', rules.map(describeRule).join('; ') || '–', formatInstant(changedAt)],
  ])
  return { json: { groups }, lines: formatTable(['GROUP ID', 'NAME', 'NOTE', 'RULES', 'CHANGED (UTC)'], rows) }
}

function describeRule({ idPrefix, locale }: Group['rules'][number]): string {
  return [idPrefix === null ? '' : `ID ${idPrefix}…`, locale === null ? '' : `locale ${locale}`]
    .filter(Boolean)
    .join(' and ')
}
