import { type BulkImport, runBulkImport } from '../quality/endpoint-runs/run-bulk-import.ts'
import { readCommandLine, readEngine, readScriptOptions, UsageError } from './read-options.ts'
import { runToEnd } from './run-to-end.ts'

const maxAccounts = 10_000_000

await runToEnd(() => runBulkImport(readCommandLine(readBulkImport)))

function readBulkImport(words: readonly string[]): BulkImport {
  const { values, positionals } = readScriptOptions(words, { engine: { type: 'string' }, tokens: { type: 'boolean' } })
  const [word = '1000000', ...rest] = positionals
  const count = Number(word)
  if (rest.length > 0 || !Number.isSafeInteger(count) || count < 1 || count > maxAccounts) {
    throw new UsageError(`Give one number of accounts, at most ${maxAccounts}.`)
  }
  return { count, engine: readEngine(values.engine), withTokens: values.tokens ?? false }
}
