import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { isComplete } from './harness/complete.ts'
import { missingProgram, runProgram } from './harness/run-program.ts'

const { baseUrl, keyId, secret } = inject('product')
const tokenUrl = `${baseUrl}/auth/v1/token`
const form = 'grant_type=client_credentials'
const variables = { BASE_URL: baseUrl, KEY_ID: keyId, KEY_SECRET: secret }
const clients = join(import.meta.dirname, 'clients')

/** Clients that send credentials only in response to a challenge, each as its manual says. */
const challengedClients: readonly (readonly [program: string, words: readonly string[]])[] = [
  ['curl', ['-sS', '--anyauth', '-u', `${keyId}:${secret}`, '-d', form, tokenUrl]],
  ['wget', ['-qO-', `--user=${keyId}`, `--password=${secret}`, `--post-data=${form}`, tokenUrl]],
  ['python3', [join(clients, 'challenged.py')]],
  ['java', [join(clients, 'Challenged.java')]],
]

/** Java compiles its client first. */
const slow = ['java']

describe('a client that waits for a challenge gets a token', () => {
  it.for(challengedClients)('%s', async ([program, words], { skip }) => {
    skip(!isComplete && slow.includes(program), 'only with npm run conformance')
    const missing = missingProgram(program)
    skip(missing !== undefined, missing)
    const token = JSON.parse(await runProgram(program, words, variables))
    expect(token).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) })
  })
})

it.skipIf(missingProgram('curl'))('a client that sends client_id beside HTTP Basic gets a token', async () => {
  const words = ['-sS', '-u', `${keyId}:${secret}`, '-d', form, '-d', `client_id=${keyId}`, tokenUrl]
  expect(JSON.parse(await runProgram('curl', words))).toMatchObject({ token_type: 'Bearer' })
})
