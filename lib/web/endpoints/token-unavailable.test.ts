import { beforeEach, describe, expect, it } from 'vitest'
import {
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  refreshFields,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { setWritable } from '#lib/testing/writable.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

const unavailable = {
  status: 503,
  headers: { ...commonHeaders, 'retry-after': '1' },
  body: refusalBody('temporarily_unavailable', 'The service is busy. Try again shortly.'),
}

describe('POST /auth/v1/token, 503', () => {
  it('when no family can be written, and the key goes on working afterwards', async () => {
    await setWritable(services, false)
    for (let count = 0; count < 30; count++) expect(await show(await postToken(clientFields(key)))).toEqual(unavailable)
    await setWritable(services, true)
    expect((await postToken(clientFields(key))).status).toBe(200)
  })

  it('when no rotation can be written: never a false invalid_grant, and the token is still good', async () => {
    const { refreshToken } = await issueTestTokens(key)
    await setWritable(services, false)
    for (let count = 0; count < 70; count++) {
      expect(await show(await postToken(refreshFields(key.username, refreshToken)))).toEqual(unavailable)
    }
    await setWritable(services, true)
    expect((await postToken(refreshFields(key.username, refreshToken))).status).toBe(200)
  })
})
