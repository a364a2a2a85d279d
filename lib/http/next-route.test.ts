import { expect, it } from 'vitest'
import type { Endpoint } from '#lib/http/endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

const echo: Endpoint = async (request, { address }) =>
  jsonResponse({ method: request.method, url: request.url, body: await request.text(), address })

it('hands an endpoint the address as it came, whatever the router took from it', async () => {
  const { POST } = toRouteHandlers(async () => echo)
  const headers = { 'x-forwarded-for': '192.0.2.7', 'x-latchkey-target': '/sso?nxtPx=1&a=%ff' }
  const answer = await POST(new Request('https://login.example.com/sso?a=x', { method: 'POST', headers, body: 'b=c' }))
  expect(await answer.json()).toEqual({
    method: 'POST',
    url: 'https://login.example.com/sso?nxtPx=1&a=%ff',
    body: 'b=c',
    address: '192.0.2.7',
  })
})
