import { expect, it } from 'vitest'
import { livezEndpoint } from '#lib/endpoints/livez.ts'
import { toResponse } from '#lib/http/endpoint-response.ts'
import { installServices } from '#lib/services.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'

it.each(['GET', 'HEAD'])('%s /livez answers without any service being open', async (method) => {
  installServices(undefined)
  const response = await livezEndpoint(new Request(`${testBaseUrl}/livez`, { method }), { address: '192.0.2.1' }).then(
    toResponse,
  )
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({ status: 'ok' })
})
