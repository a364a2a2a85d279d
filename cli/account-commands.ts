import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { AccountFile, BadRow } from '#lib/account-imports/account-file.ts'
import { importAccounts } from '#lib/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/account-imports/parse-account-csv.ts'
import type { Account, NewAccount } from '#lib/accounts/account.ts'
import { createAccount, listAccounts, resumeAccount, suspendAccount } from '#lib/accounts/manage-accounts.ts'
import { accountSchema } from '#lib/accounts/schema.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { explainProblems } from './explain.ts'
import { type CommandOutput, formatTable, showProgress } from './output.ts'
import { addVerb, type CommandContext } from './run.ts'

export function addAccountCommands(program: Command): void {
  const noun = program.command('account').description('Accounts that users open with one click.')
  addVerb(noun, 'create', async ({ services, actor }, options: NewAccount) => {
    const account = await createAccount(services, actor, parseInput(accountSchema, options))
    return { json: account, lines: [`Added account ${account.id} (${account.name}).`] }
  })
    .description('Add an account.')
    .requiredOption('--id <accountId>', 'its ID on your platform: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'display name')
    .option('--locale <locale>', 'default language and region, for example de-at')
    .option('--deep-path <path>', 'where users land, for example /accounts/<accountId>/orders')
  addImportAccounts(noun)
  addVerb(noun, 'list', async (context) => {
    const accounts = await readAllAccounts(context)
    return { json: { accounts }, lines: formatAccounts(accounts) }
  }).description('List all accounts by name.')
  addVerb(noun, 'suspend <accountId>', async ({ services, actor }, accountId: string) => {
    const account = await suspendAccount(services, actor, accountId)
    return { json: account, lines: [`Suspended ${account.id} (${account.name}). No user can open it.`] }
  }).description('Close an account to all users, immediately.')
  addVerb(noun, 'resume <accountId>', async ({ services, actor }, accountId: string) => {
    const account = await resumeAccount(services, actor, accountId)
    return { json: account, lines: [`Resumed ${account.id} (${account.name}).`] }
  }).description('Reopen a suspended account.')
}

async function readAllAccounts({ services, actor }: CommandContext): Promise<readonly Account[]> {
  const accounts: Account[] = []
  for (let after: string | undefined | null; after !== null; ) {
    const page = await listAccounts(services, actor, { after })
    accounts.push(...page.accounts)
    after = page.next
  }
  return accounts
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
  addVerb(noun, 'import <file.csv>', async (context, path: string, { skipBad }: ImportOptions) => {
    const file = await parseAccountCsv(await readBytes(path))
    return file.badRows.length > 0 && !skipBad ? refuse(file) : importChecked(context, file, basename(path))
  })
    .description('Add and change accounts from a CSV file with the columns id, name, locale, deepPath.')
    .option('--skip-bad', 'import the good lines of a file with bad lines')
    .addHelpText('after', help)
}

async function importChecked(
  { services, actor }: CommandContext,
  file: AccountFile,
  fileName: string,
): Promise<CommandOutput> {
  const { rows, badRows, unusedColumns } = file
  const onProgress = (done: number) => showProgress(done, rows.length)
  const counts = await importAccounts(services, actor, { file, fileName, skipBad: true, onProgress })
  const { created, updated, unchanged } = counts
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
