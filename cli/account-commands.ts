import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { AccountFile, BadRow } from '#lib/account-imports/account-file.ts'
import { parseAccountCsv } from '#lib/account-imports/parse-account-csv.ts'
import type { Account, NewAccount } from '#lib/accounts/account.ts'
import { accountSchema } from '#lib/accounts/schema.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { explainProblems } from './explain.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatTable, showProgress } from './output.ts'
import { addVerb, requireSomeOption } from './verb.ts'

export function addAccountCommands(program: Command): void {
  const noun = program.command('account').description('Accounts that users open with one click.')
  addVerb(noun, 'create', async ({ accounts }, options: NewAccount) => {
    const account = await accounts.create(parseInput(accountSchema, options))
    return { json: account, lines: [`Added account ${account.id} (${account.name}).`] }
  })
    .description('Add an account.')
    .requiredOption('--id <accountId>', 'its ID on your platform: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'display name')
    .option('--locale <locale>', 'default language and region, for example de-at')
    .option('--deep-path <path>', 'where users land, for example /accounts/<accountId>/orders')
  addImportAccounts(noun)
  addChange(noun)
  addVerb(noun, 'list', async ({ accounts }) => {
    const all = await accounts.list()
    return { json: { accounts: all }, lines: formatAccounts(all) }
  }).description('List all accounts by name.')
  addVerb(noun, 'suspend <accountId>', async ({ accounts }, accountId: string) => {
    const account = await accounts.suspend(accountId)
    return { json: account, lines: [`Suspended ${account.id} (${account.name}). No user can open it.`] }
  }).description('Close an account to all users, immediately.')
  addVerb(noun, 'resume <accountId>', async ({ accounts }, accountId: string) => {
    const account = await accounts.resume(accountId)
    return { json: account, lines: [`Resumed ${account.id} (${account.name}).`] }
  }).description('Reopen a suspended account.')
}

type ChangeOptions = Readonly<{ name?: string; locale?: string; deepPath?: string }>

function addChange(noun: Command): void {
  const verb = addVerb(noun, 'change <accountId>', async ({ accounts }, id: string, options: ChangeOptions) => {
    const account = await accounts.change(id, toAccountPatch(options))
    return { json: account, lines: [`Changed account ${account.id} (${account.name}).`] }
  })
    .description('Change an account. What is not given stays.')
    .option('--name <name>', 'display name')
    .option('--locale <locale>', 'default language and region; empty: none')
    .option('--deep-path <path>', 'where users land; empty: the page of the account')
  requireSomeOption(verb, 'what to change')
}

function toAccountPatch({ name, locale, deepPath }: ChangeOptions) {
  return {
    ...(name !== undefined && { name }),
    ...(locale !== undefined && { locale: locale || null }),
    ...(deepPath !== undefined && { deepPath: deepPath || null }),
  }
}

function formatAccounts(accounts: readonly Account[]): string[] {
  const rows = accounts.map(({ id, name, locale, suspendedAt }) => [
    id,
    name,
    locale ?? '–',
    suspendedAt === null ? 'active' : 'suspended',
  ])
  return formatTable(['ACCOUNT ID', 'NAME', 'LOCALE', 'STATE'], rows)
}

type ImportOptions = Readonly<{ skipBad?: true }>

const help = `
The whole file is checked before the first account is written. To continue an interrupted import, run it again.`

function addImportAccounts(noun: Command): void {
  addVerb(noun, 'import <file.csv>', async ({ accounts }, path: string, { skipBad }: ImportOptions) => {
    const file = await parseAccountCsv(await readBytes(path))
    return file.badRows.length > 0 && !skipBad ? refuse(file) : importChecked(accounts, file, basename(path))
  })
    .description('Add and change accounts from a CSV file with the columns id, name, locale, deepPath.')
    .option('--skip-bad', 'import the good lines of a file with bad lines')
    .addHelpText('after', help)
}

async function importChecked(
  accounts: Operations['accounts'],
  file: AccountFile,
  fileName: string,
): Promise<CommandOutput> {
  const { rows, unusedColumns } = file
  const onProgress = (done: number) => showProgress(done, rows.length)
  const { counts, badRows: refused } = await accounts.importFile({ file, fileName, onProgress })
  const { created, updated, unchanged } = counts
  const badRows = [...file.badRows, ...refused]
  const skipped = badRows.length
  return {
    json: { ...counts, skipped, badRows, unusedColumns },
    lines: [`Added ${created}, changed ${updated}, left ${unchanged} unchanged, skipped ${skipped}.`],
    notes: [
      ...badRows.map(describeBadRow),
      ...(unusedColumns.length > 0 ? [`Ignored columns: ${unusedColumns.join(', ')}.`] : []),
    ],
  }
}

function refuse({ rows, badRows, unusedColumns }: AccountFile): CommandOutput {
  const lines = badRows.length === 1 ? '1 line is' : `${badRows.length} lines are`
  return {
    json: { created: 0, updated: 0, unchanged: 0, skipped: rows.length + badRows.length, badRows, unusedColumns },
    lines: [],
    notes: [...badRows.map(describeBadRow), `Nothing was imported: ${lines} bad. Correct the file or use --skip-bad.`],
    failed: true,
  }
}

function describeBadRow({ line, id, problems, firstLine }: BadRow): string {
  const first = firstLine === undefined ? '' : ` (first in line ${firstLine})`
  return `line ${line}${id === '' ? '' : ` (${id})`}: ${explainProblems(problems)}${first}`
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    const detail = error instanceof Error ? error.message : undefined
    throw new Refusal('not_found', { description: 'The file cannot be read.', ...(detail && { detail }), cause: error })
  }
}
