import { runProvisioning } from '../quality/endpoint-runs/run-provisioning.ts'
import { readCommandLine, UsageError } from './read-options.ts'
import { runToEnd } from './run-to-end.ts'

/** As many as a group may have. */
const maxUsers = 10_000

await runToEnd(async () => {
  const count = readCommandLine(([word = '10000', ...rest]) => {
    const users = Number(word)
    if (rest.length > 0 || !Number.isSafeInteger(users) || users < 1 || users > maxUsers) {
      throw new UsageError(`Give one number of users, at most ${maxUsers}.`)
    }
    return users
  })
  await runProvisioning(count)
})
