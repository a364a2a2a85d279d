import { join } from 'node:path'
import { inject, it } from 'vitest'
import { expectOpening } from './checks/opening.ts'
import { missingProgram, runProgram } from './harness/run-program.ts'

const product = inject('product')
const missing = missingProgram('python3')

it('opens an account with Python’s standard library, by the camelCase contract', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const variables = {
    BASE_URL: product.baseUrl,
    KEY_ID: product.keyId,
    KEY_SECRET: product.secret,
    USERNAME_OF_KEY: product.username,
    ACCOUNT_ID: product.accountId,
  }
  const printed = await runProgram('python3', [join(import.meta.dirname, 'clients/launch.py')], variables)
  expectOpening(JSON.parse(printed), product)
})
