import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { AccountFile, BadRow } from '#lib/account-imports/account-file.ts'
import { importAccounts } from '#lib/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/account-imports/parse-account-csv.ts'
import { Refusal } from '#lib/errors.ts'
import { explainProblems } from './explain.ts'
import type { CommandOutput } from './output.ts'
import { showProgress } from './progress-bar.ts'
import { addVerb, type CommandContext, run } from './run.ts'

type ImportOptions = Readonly<{ skipBad?: true }>

const help = `
The whole file is checked before the first account is written. To continue an interrupted import, run it again.`

export function addImportAccounts(noun: Command): void {
  addVerb(
    noun,
    'import <file.csv>',
    'Add and change accounts from a CSV file with the columns id, name, locale, deepPath.',
  )
    .option('--skip-bad', 'import the good lines of a file with bad lines')
    .addHelpText('after', help)
    .action(
      run(async (context, path: string, { skipBad }: ImportOptions) => {
        const file = await parseAccountCsv(await readBytes(path))
        return file.badRows.length > 0 && !skipBad ? refuse(file) : importChecked(context, file, basename(path))
      }),
    )
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
