import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { type AccountFile, type BadRow, fileColumns } from '#lib/domain/accounts/account-imports/account-file.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import type { NewAccount, OptionalField } from '#lib/domain/accounts/accounts/account.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { toSearchText } from '#lib/domain/accounts/accounts/search-text.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import type { RequestOf } from '#lib/web/management-api/client.ts'
import { explainProblems } from './explain.ts'
import type { ImportResult } from './import-over-http.ts'
import { type CommandOutput, inOrder, listOutput, showProgress } from './output.ts'
import { addTextChanges, addTextOptions, readTexts, textColumns } from './text-options.ts'
import { addVerb, requireSomeOption, type Site } from './verb.ts'

export function addAccountCommands(program: Command): void {
  const noun = program.command('account').description('Accounts that users open with one click.')
  const create = addVerb(noun, 'create', async ({ api }, options: NewAccount) => {
    const account = await api.call('createAccount', { body: parseInput(accountSchema, options) })
    return { json: withoutState(account), lines: [`Added account ${nameOf(account)}.`] }
  })
    .description('Add an account.')
    .requiredOption('--id <accountId>', 'its ID on your platform: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'display name')
  addTextOptions(create, accountFields)
  addImportAccounts(noun)
  addChange(noun)
  addVerb(noun, 'list', async ({ api }) =>
    listOutput('accounts', inOrder((await api.list('listAccounts', {})).map(withoutState), toSearchText), [
      ['ACCOUNT ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ...textColumns(accountFields),
      ['STATE', ({ suspendedAt }) => (suspendedAt === null ? 'active' : 'suspended')],
    ]),
  ).description('List all accounts by name.')
  addVerb(noun, 'suspend <accountId>', async (site, accountId: string) => {
    const account = await patchAccount(site, accountId, { suspended: true })
    return { json: withoutState(account), lines: [`Suspended ${nameOf(account)}. No user can open it.`] }
  }).description('Close an account to all users, immediately.')
  addVerb(noun, 'resume <accountId>', async (site, accountId: string) => {
    const account = await patchAccount(site, accountId, { suspended: false })
    return { json: withoutState(account), lines: [`Resumed ${nameOf(account)}.`] }
  }).description('Reopen a suspended account.')
}

function patchAccount({ api }: Site, accountId: string, body: RequestOf<'patchAccount'>['body']) {
  return api.call('patchAccount', { params: { accountId }, body })
}

function nameOf({ id, name }: Readonly<{ id: string; name: string }>): string {
  return `${id} (${name})`
}

/** Commands show `suspendedAt` only. */
function withoutState<Shown extends Readonly<{ suspended: boolean }>>({ suspended: _, ...account }: Shown) {
  return account
}

type ChangeOptions = Readonly<Partial<Record<'name' | OptionalField, string>>>

function addChange(noun: Command): void {
  const verb = addVerb(noun, 'change <accountId>', async (site, accountId: string, given: ChangeOptions) => {
    const account = await patchAccount(site, accountId, { name: given.name, ...readTexts(accountFields, given) })
    return { json: withoutState(account), lines: [`Changed account ${nameOf(account)}.`] }
  })
    .description('Change an account. What is not given stays.')
    .option('--name <name>', 'display name')
  addTextChanges(verb, accountFields)
  requireSomeOption(verb, 'what to change')
}

type ImportOptions = Readonly<{ skipBad?: true }>

const help = `
The whole file is checked before the first account is written. To continue an interrupted import, run it again.`

function addImportAccounts(noun: Command): void {
  addVerb(noun, 'import <file.csv>', async (site, path: string, { skipBad }: ImportOptions) => {
    const file = await parseAccountCsv(await readBytes(path))
    return file.badRows.length > 0 && !skipBad ? refuse(file) : importChecked(site, file, basename(path))
  })
    .description(`Add and change accounts from a CSV file with the columns ${fileColumns.join(', ')}.`)
    .option('--skip-bad', 'import the good lines of a file with bad lines')
    .addHelpText('after', help)
}

async function importChecked(site: Site, file: AccountFile, fileName: string): Promise<CommandOutput> {
  const { unusedColumns } = file
  const { counts, badRows: refused } = await importRows(site, file, fileName)
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

/** Elsewhere by the stream of the management API; here without tokens to check again, under the name of the file. */
async function importRows({ here, server }: Site, file: AccountFile, fileName: string): Promise<ImportResult> {
  const onProgress = (done: number) => showProgress(done, file.rows.length)
  if (server) {
    const { importOverHttp } = await import('./import-over-http.ts')
    return importOverHttp(server, { rows: file.rows, onProgress })
  }
  const { importAccounts } = await import('#lib/domain/accounts/account-imports/import-accounts.ts')
  const counts = await importAccounts(here.services, here.actor, { file, fileName, skipBad: true, onProgress })
  return { counts, badRows: [] }
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
