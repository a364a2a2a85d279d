import { expect, it } from 'vitest'
import type { Services } from '#lib/foundation/services.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { livezEndpoint } from '#lib/web/endpoints/livez.ts'
import { toResponse } from '#lib/web/http/endpoint.ts'

/** Services that fail at any use. */
const unusable = new Proxy({} as Services, {
  get: () => {
    throw new Error('a service was used')
  },
})

it.each(['GET', 'HEAD'])('%s /livez uses no service', async (method) => {
  const request = new Request(`${testBaseUrl}/livez`, { method })
  const response = toResponse(await livezEndpoint(request, testContext(unusable)))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({ status: 'ok' })
})
