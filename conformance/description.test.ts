import { afterAll, describe, expect, inject, it } from 'vitest'
import { createClient } from '../trials/rig/http.ts'
import { journeys } from './checks/journeys.ts'
import { checkOauth4webapi } from './checks/oauth4webapi.ts'
import { checkOpenidClient } from './checks/openid-client.ts'
import { describeExchange, type Exchange } from './rig/exchange.ts'
import { type ApiDocument, revalidate, startValidatingProxy } from './rig/validating-proxy.ts'
import { latchkeyTarget } from './targets/target.ts'

const product = inject('product')
const document: ApiDocument = await (await fetch(`${product.baseUrl}/openapi.json`)).json()
const proxy = await startValidatingProxy(document, new URL(product.baseUrl))
const client = createClient(Number(new URL(proxy.origin).port), new URL(product.baseUrl).host)

afterAll(async () => {
  client.close()
  await proxy.close()
})

// First everything is asked through the proxy; then it is asked what it has seen.
const target = latchkeyTarget('Latchkey behind a validating proxy', proxy.origin)
checkOauth4webapi(target)
checkOpenidClient(target)
describe('the endpoint journeys through a validating proxy', () => {
  it.each(Object.entries(journeys))('%s', (_name, make) => make(client.send, product))
})

describe('the proxy', () => {
  it('has seen nothing that the description does not say', () => {
    const wrong = proxy.exchanges.filter(({ violations }) => violations.length > 0)
    expect(wrong.map((exchange) => [describeExchange(exchange), ...exchange.violations])).toEqual([])
  })

  it('has seen nothing granted that the description would not let be asked', () => {
    const granted = proxy.exchanges.filter(({ answer }) => answer.statusCode < 400)
    const wrong = granted.filter(({ requestViolations }) => requestViolations.length > 0)
    expect(wrong.map((exchange) => [describeExchange(exchange), ...exchange.requestViolations])).toEqual([])
  })

  it('has seen every answer that is described, but for those of trouble', () => {
    const seen = new Set(proxy.exchanges.map(describeExchange))
    expect(listDescribed().filter((described) => !seen.has(described))).toEqual([])
  })

  it('would have noticed any other answer', async () => {
    const told = proxy.exchanges.filter(hasJsonBody)
    const overlooked = (await revalidate(told, withAnotherMember(document))).filter(
      (again) => again.violations.length === 0,
    )
    expect(told.length).toBeGreaterThan(100)
    expect([...new Set(overlooked.map(describeExchange))]).toEqual([])
  })
})
