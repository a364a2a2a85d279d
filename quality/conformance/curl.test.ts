import { inject, it } from 'vitest'
import type { Answer } from '../resilience/harness/http.ts'
import { expectOpening } from './checks/opening.ts'
import { missingProgram, runProgram } from './harness/run-program.ts'

const product = inject('product')
const missing = missingProgram('curl')

it('opens an account with curl, by the camelCase contract', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const { baseUrl, keyId, secret, username, accountId } = product
  const credentials = ['-d', 'grantType=client_credentials', '-d', `clientId=${keyId}`]
  const issued = await curl(`${baseUrl}/auth/v1/token`, ...credentials, '--data-urlencode', `clientSecret=${secret}`)
  const refresh = ['-d', 'grantType=refresh_token', '-d', `clientId=${username}`]
  const { refreshToken } = JSON.parse(issued.body)
  const refreshed = await curl(`${baseUrl}/auth/v1/token`, ...refresh, '-d', `refreshToken=${refreshToken}`)
  const bearer = ['-H', `Authorization: Bearer ${JSON.parse(refreshed.body).accessToken}`]
  const granted = await curl(`${baseUrl}/auth/v1/sso`, ...bearer, '-d', `accountId=${accountId}`, '-d', 'locale=de-at')
  const { grantUrl } = JSON.parse(granted.body)
  const opened = await curl(grantUrl)
  const openedAgain = await curl(grantUrl)
  const refused = await curl(`${baseUrl}/auth/v1/token`, ...credentials, '-d', 'clientSecret=wrong')
  expectOpening({ issued, refreshed, granted, opened, openedAgain, refused }, product)
})

/** One call of curl, with response headers (`-i`). */
async function curl(...words: string[]): Promise<Answer> {
  const [head = '', ...rest] = (await runProgram('curl', ['-sS', '-i', ...words])).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string[]> = {}
  for (const line of lines) {
    const [name = '', ...value] = line.split(': ')
    const known = headers[name.toLowerCase()] ?? []
    headers[name.toLowerCase()] = [...known, value.join(': ')]
  }
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
