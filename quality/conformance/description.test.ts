import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createClient } from '../resilience/harness/http.ts'
import { journeys } from './checks/journeys.ts'
import { checkOauth4webapi } from './checks/oauth4webapi.ts'
import { checkOpenidClient } from './checks/openid-client.ts'
import {
  type ApiDocument,
  findPath,
  listDescribed,
  underDescribedMethod,
  withAnotherMember,
} from './harness/api-document.ts'
import { isComplete } from './harness/complete.ts'
import { type Exchange, revalidate, startValidatingProxy } from './harness/validating-proxy.ts'
import { latchkeyTarget } from './targets/target.ts'

const product = inject('product')
const document: ApiDocument = await (await fetch(`${product.baseUrl}/openapi.json`)).json()
const proxy = await startValidatingProxy(document, new URL(product.baseUrl))
const client = createClient(Number(new URL(proxy.origin).port), new URL(product.baseUrl).host)

afterAll(async () => {
  client.close()
  await proxy.close()
})

// First everything is asked through the proxy; then the proxy is asked what it has seen.
const target = latchkeyTarget({
  name: 'Latchkey behind a validating proxy',
  origin: proxy.origin,
  suite: 'description',
})
checkOauth4webapi(target)
checkOpenidClient(target)
describe('the endpoint journeys, behind a validating proxy', () => {
  it.each(Object.entries(journeys))('%s', (_name, make) => make(client.send, product))
})

describe('the validating proxy', () => {
  let exchanges: readonly Exchange[]
  beforeAll(async () => {
    const toDescribed = ({ request }: Exchange) => underDescribedMethod(document, request)
    const { judged = [], moved = [] } = Object.groupBy(proxy.exchanges, (exchange) =>
      toDescribed(exchange) === exchange.request ? 'judged' : 'moved',
    )
    const asDescribed = moved.map((exchange) => ({ ...exchange, request: toDescribed(exchange) }))
    exchanges = [...judged, ...(await revalidate(asDescribed, document))]
  })

  it('has seen no answer that contradicts the description', () => {
    const wrong = exchanges.filter(({ violations }) => violations.length > 0)
    expect([...new Set(wrong.map(describeExchange))]).toEqual([])
  })

  it('has seen nothing granted that is described to be asked otherwise', () => {
    const granted = exchanges.filter(({ answer }) => answer.statusCode < 300)
    const odd = granted.filter(({ requestViolations }) => requestViolations.length > 0)
    expect(odd.map((exchange) => [describeExchange(exchange), ...exchange.requestViolations])).toEqual([])
  })

  it('has seen every answer that is described, but for those of trouble and of the management API', () => {
    const seen = new Set(exchanges.map(describeExchange))
    // The tests of its endpoints compare each response with the description.
    const resources = 'account-groups|accounts|users|keys|return-addresses|webhooks|sessions|settings'
    const management = new RegExp(`^[A-Z]+ /api/v1/((${resources})\\b|(grants|refusals) →)`)
    const expected = listDescribed(document).filter((described) => !management.test(described))
    expect(expected.filter((described) => !seen.has(described))).toEqual([])
  })

  it('would have noticed if any answer in JSON were another', async () => {
    const inJson = exchanges.filter(({ answer }) => answer.headers?.['content-type']?.startsWith('application/json'))
    expect(inJson.length).toBeGreaterThan(100)
    const ofEachKind = new Map(inJson.map((exchange) => [describeExchange(exchange), exchange])).values()
    const again = await revalidate(isComplete ? inJson : [...ofEachKind], withAnotherMember(document))
    expect(again.filter(({ violations }) => violations.length === 0).map(describeExchange)).toEqual([])
  })

  // Prism ignores `dependentRequired`.
  it.each([
    ['/auth/v1/token', 'grantType=password', 'grantType'],
    ['/auth/v1/revoke', 'clientId=x', "required property 'token'"],
    ['/auth/v1/introspect', 'client_id=x', "required property 'token'"],
    ['/auth/v1/sso', 'locale=de-at', "required property 'accountId'"],
    ['/auth/v1/sso', 'accountId=a%2Fb', 'accountId'],
    ['/auth/v1/sso', 'accountId=a&locale=DE', 'locale'],
  ])('notices what the description of %s refuses: %s', async (path, body, violation) => {
    const granted = exchanges.filter(({ request, answer }) => request.url.path === path && answer.statusCode === 200)
    const changed = granted.slice(0, 1).map((exchange) => ({ ...exchange, request: { ...exchange.request, body } }))
    const [noticed] = await revalidate(changed, document)
    expect(noticed?.requestViolations).toEqual([expect.stringContaining(violation)])
  })
})

/** Such as `POST /auth/v1/token → 401`, and what is wrong with it. */
function describeExchange({ request, answer, violations }: Exchange): string {
  const asked = `${request.method.toUpperCase()} ${findPath(document, request)} → ${answer.statusCode}`
  return [asked, ...violations].join(': ')
}
