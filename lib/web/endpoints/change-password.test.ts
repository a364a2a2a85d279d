import { expect, it } from 'vitest'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { changePasswordEndpoint } from '#lib/web/endpoints/change-password.ts'

it('leads to the dialog in which a password is changed', async () => {
  await openTestServices()
  const request = new Request(`${testBaseUrl}/.well-known/change-password`)
  const { status, headers } = await callEndpoint(changePasswordEndpoint, request)
  expect([status, headers.get('location')]).toEqual([303, '/your-account?dialog=password'])
})
