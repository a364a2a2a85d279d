import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { type AccountFile, type BadRow, fileColumns } from '#lib/domain/accounts/account-imports/account-file.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { toSearchText } from '#lib/domain/accounts/accounts/search-text.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import type { RequestOf } from '#lib/web/management-api/client.ts'
import { explainProblems } from './explain.ts'
import type { ImportResult } from './import-over-http.ts'
import { changedTexts, flag, newTexts, option, required, textColumns } from './options.ts'
import { type CommandOutput, inOrder, listOutput, showProgress } from './output.ts'
import { type Site, type Verbs, verbsOf } from './verb.ts'

export function addAccountCommands(program: Command): void {
  const verb = verbsOf(program.command('account').description('Accounts that users open with one click.'))
  addCreate(verb)
  addImport(verb)
  verb('change <accountId>', 'Change an account. What is not given stays.', {
    name: option('--name <name>', 'display name'),
    ...changedTexts(accountFields),
  })
    .needsOption('what to change')
    .onSite(async (site, accountId, body) => {
      const { json, name } = await patchAccount(site, accountId, body)
      return { json, lines: [`Changed account ${name}.`] }
    })
  verb('list', 'List all accounts by name.').onSite(async ({ api }) =>
    listOutput('accounts', inOrder((await api.list('listAccounts', {})).map(withoutState), toSearchText), [
      ['ACCOUNT ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ...textColumns(accountFields),
      ['STATE', ({ suspendedAt }) => (suspendedAt === null ? 'active' : 'suspended')],
    ]),
  )
  verb('suspend <accountId>', 'Close an account to all users, immediately.').onSite(async (site, accountId) => {
    const { json, name } = await patchAccount(site, accountId, { suspended: true })
    return { json, lines: [`Suspended ${name}. No user can open it.`] }
  })
  verb('resume <accountId>', 'Reopen a suspended account.').onSite(async (site, accountId) => {
    const { json, name } = await patchAccount(site, accountId, { suspended: false })
    return { json, lines: [`Resumed ${name}.`] }
  })
}

function addCreate(verb: Verbs): void {
  verb('create', 'Add an account.', {
    id: required(option('--id <accountId>', 'its ID on your platform: letters, digits, ".", "_" and "-"')),
    name: required(option('--name <name>', 'display name')),
    ...newTexts(accountFields),
  }).onSite(async ({ api }, given) => {
    const account = await api.call('createAccount', { body: parseInput(accountSchema, given) })
    return { json: withoutState(account), lines: [`Added account ${nameOf(account)}.`] }
  })
}

async function patchAccount({ api }: Site, accountId: string, body: RequestOf<'patchAccount'>['body']) {
  const account = await api.call('patchAccount', { params: { accountId }, body })
  return { json: withoutState(account), name: nameOf(account) }
}

function nameOf({ id, name }: Readonly<{ id: string; name: string }>): string {
  return `${id} (${name})`
}

/** Commands show `suspendedAt` only. */
function withoutState<Shown extends Readonly<{ suspended: boolean }>>({ suspended: _, ...account }: Shown) {
  return account
}

const help = `
The whole file is checked before the first account is written. To continue an interrupted import, run it again.`

function addImport(verb: Verbs): void {
  const about = `Add and change accounts from a CSV file with the columns ${fileColumns.join(', ')}.`
  const added = verb('import <file.csv>', about, {
    skipBad: flag('--skip-bad', 'import the good lines of a file with bad lines'),
  })
  added.command.addHelpText('after', help)
  added.onSite(async (site, path, { skipBad }) => {
    const file = await parseAccountCsv(await readBytes(path))
    return file.badRows.length > 0 && !skipBad ? refuse(file) : importChecked(site, file, basename(path))
  })
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
