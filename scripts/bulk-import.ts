import { runBulkImport } from '../quality/endpoint-runs/run-bulk-import.ts'
import { readCommandLine, UsageError } from './read-options.ts'
import { runToEnd } from './run-to-end.ts'

const maxAccounts = 10_000_000

await runToEnd(async () => {
  const count = readCommandLine(([word = '1000000', ...rest]) => {
    const accounts = Number(word)
    if (rest.length > 0 || !Number.isSafeInteger(accounts) || accounts < 1 || accounts > maxAccounts) {
      throw new UsageError(`Give one number of accounts, at most ${maxAccounts}.`)
    }
    return accounts
  })
  await runBulkImport(count)
})
