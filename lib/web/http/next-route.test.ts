import { expect, it } from 'vitest'
import { openTestServices } from '#lib/testing/test-services.ts'
import { type Endpoint, jsonResponse } from '#lib/web/http/endpoint.ts'
import { toRouteHandlers } from '#lib/web/http/next-route.ts'

it('a route handler gives the endpoint the original URL and the gateway’s context', async () => {
  const services = await openTestServices()
  const echo: Endpoint = async (request, { address, requestId, ...context }) => {
    expect(context.services).toBe(services)
    return jsonResponse({ method: request.method, url: request.url, body: await request.text(), address, requestId })
  }
  const { POST } = toRouteHandlers(async () => echo)
  const headers = {
    'x-forwarded-for': '192.0.2.7',
    'x-request-id': 'req_7',
    'x-latchkey-target': '/sso?nxtPx=1&a=%ff',
  }
  const response = await POST(
    new Request('https://login.example.com/sso?a=x', { method: 'POST', headers, body: 'b=c' }),
  )
  expect(await response.json()).toEqual({
    method: 'POST',
    url: 'https://login.example.com/sso?nxtPx=1&a=%ff',
    body: 'b=c',
    address: '192.0.2.7',
    requestId: 'req_7',
  })
})
