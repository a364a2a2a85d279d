import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { anyCharacter } from '#lib/testing/any-character.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { sampleSize } from '#lib/testing/sampling.ts'
import { makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'

const form = 'application/x-www-form-urlencoded'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

type Odd = Readonly<{ body?: BodyInit | (() => BodyInit); type?: string | null; headers?: object; query?: string }>

function send({ body = '', type = form, headers = {}, query = '' }: Odd): Promise<Response> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...(type === null ? {} : { 'Content-Type': type }), ...headers },
    body: typeof body === 'function' ? body() : body,
    duplex: 'half',
  }
  const request = new Request(`${testBaseUrl}/auth/v1/token${query}`, init)
  return callEndpoint(tokenEndpoint, request)
}

/** How the fields are spelled. */
type Names = Readonly<Record<'grantType' | 'clientId' | 'clientSecret' | 'refreshToken', string>>

const ours: Names = {
  grantType: 'grantType',
  clientId: 'clientId',
  clientSecret: 'clientSecret',
  refreshToken: 'refreshToken',
}
const standard: Names = {
  grantType: 'grant_type',
  clientId: 'client_id',
  clientSecret: 'client_secret',
  refreshToken: 'refresh_token',
}

const bytes = (...values: number[]) => new Uint8Array(values)
const chunked = (...chunks: (string | Uint8Array)[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      }
      controller.close()
    },
  })

function listRequests({ grantType, clientId, clientSecret, refreshToken }: Names): [string, number, Odd][] {
  const good = () => `${grantType}=client_credentials&${clientId}=${key.id}&${clientSecret}=${key.secret}`
  return [
    ['no body, no type', 400, { body: bytes(), type: null }],
    ['no body', 400, {}],
    ['JSON', 400, { body: `{"${grantType}":"client_credentials"}`, type: 'application/json' }],
    ['JSON under the type of a form', 400, { body: `{"${grantType}":"client_credentials"}` }],
    ['XML', 400, { body: '<x/>', type: 'application/xml' }],
    ['multipart', 400, { body: '--x\r\n\r\n--x--', type: 'multipart/form-data; boundary=x' }],
    ['text', 400, { body: good, type: 'text/plain' }],
    ['a type without a subtype', 400, { body: good, type: 'application' }],
    ['two types', 400, { body: good, type: `${form}, text/plain` }],
    ['a long parameter of the type', 200, { body: good, type: `${form};${'x'.repeat(8_000)}` }],
    ['the default charset of Apache HttpClient', 200, { body: good, type: `${form}; charset=ISO-8859-1` }],
    ['another charset in quotes', 200, { body: good, type: `${form};charset="utf-16"` }],
    ['a body in ISO-8859-1', 400, { body: bytes(0x61, 0x3d, 0xfc), type: `${form}; charset=ISO-8859-1` }],
    ['the right charset', 200, { body: good, type: `${form}; charset=UTF-8` }],
    ['a trailing semicolon', 200, { body: good, type: `${form};` }],
    ['gzip announced', 400, { body: good, headers: { 'Content-Encoding': 'gzip' } }],
    ['gzip sent', 400, { body: bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0) }],
    ['identity announced', 200, { body: good, headers: { 'Content-Encoding': 'identity' } }],
    ['chunks', 200, { body: () => chunked(...good().split(/(?<=&)/)) }],
    ['a chunk per byte', 200, { body: () => chunked(...good()) }],
    ['empty chunks', 200, { body: () => chunked('', good(), '') }],
    ['a character split between chunks', 400, { body: () => chunked(bytes(0x61, 0x3d, 0xc3), bytes(0xbc)) }],
    ['too many chunks', 413, { body: () => chunked(...Array.from({ length: 20 }, () => 'x'.repeat(1_000))) }],
    ['a body that breaks off', 400, { body: () => new ReadableStream({ start: (c) => c.error(new Error('reset')) }) }],
    ['an announced length that is none', 200, { body: good, headers: { 'Content-Length': 'many' } }],
    ['an announced length beyond numbers', 413, { body: good, headers: { 'Content-Length': '9'.repeat(400) } }],
    ['16 385 bytes', 413, { body: 'x'.repeat(16_385) }],
    ['16 384 bytes', 400, { body: 'x'.repeat(16_384) }],
    ['10 000 fields', 400, { body: 'a&'.repeat(8_000) }],
    ['only separators', 400, { body: '&&==&=' }],
    ['separators around', 200, { body: () => `&&${good()}&&` }],
    ['bad UTF-8', 400, { body: bytes(0xff, 0xfe) }],
    ['an overlong NUL', 400, { body: bytes(0x61, 0x3d, 0xc0, 0x80) }],
    ['a surrogate', 400, { body: bytes(0x61, 0x3d, 0xed, 0xa0, 0x80) }],
    ['UTF-16', 400, { body: () => Buffer.from(good(), 'utf16le') }],
    ['a byte order mark', 400, { body: () => `\ufeff${good()}` }],
    ['a lone per cent sign', 400, { body: () => `${good()}&x=%` }],
    ['bad hex digits', 400, { body: () => `${good()}&x=%gg` }],
    ['encoded bad UTF-8', 400, { body: () => `${good()}&x=%ff` }],
    ['an encoded NUL in a value', 401, { body: () => `${good()}%00` }],
    [
      'encoded names and values',
      200,
      { body: () => good().replaceAll('c', '%63').replace('grant', '%67rant').replace('_', '%5F') },
    ],
    ['a plus for a space', 401, { body: () => `${good()}+` }],
    ['__proto__', 200, { body: () => `${good()}&__proto__=x&__proto__[${grantType}]=y` }],
    ['__proto__ alone', 400, { body: '__proto__=client_credentials&constructor=x&toString=y' }],
    [
      'prototype names as values',
      400,
      { body: `${grantType}=constructor&${clientId}=__proto__&${clientSecret}=toString` },
    ],
    ['brackets', 400, { body: `${grantType}[]=client_credentials&${clientId}[0]=x` }],
    ['names in another case', 400, { body: () => good().toUpperCase() }],
    ['a repeated field', 400, { body: () => `${good()}&${grantType}=client_credentials` }],
    ['a repeated unknown field', 200, { body: () => `${good()}&x=1&x=2` }],
    ['semicolons for separators', 400, { body: () => good().replaceAll('&', ';') }],
    ['the form in the query', 400, { query: `?${grantType}=client_credentials` }],
    ['a secret in the query', 400, { body: good, query: `?${clientSecret}=x` }],
    ['an encoded name in the query', 400, { body: good, query: `?${clientSecret.replace('ecret', '%65cret')}=x` }],
    ['a broken query', 200, { body: good, query: '?%ff=%&&' }],
    [
      'an emoji as secret',
      401,
      { body: () => `${grantType}=client_credentials&${clientId}=${key.id}&${clientSecret}=%F0%9F%98%80` },
    ],
    ['SQL', 401, { body: `${grantType}=client_credentials&${clientId}=' or 1=1 --&${clientSecret}=x` }],
    [
      'a huge generation',
      400,
      { body: `${grantType}=refresh_token&${clientId}=x&${refreshToken}=lkrt1.a.${'9'.repeat(9_000)}.x` },
    ],
    ['a broken Basic header', 400, { body: `${grantType}=client_credentials`, headers: { Authorization: 'Basic ÿ' } }],
    [
      'a long Basic header',
      401,
      { body: `${grantType}=client_credentials`, headers: { Authorization: `Basic ${btoa(':'.repeat(9_000))}` } },
    ],
  ]
}

/** What stands in an answer of ours, with the fields as the standard names them. */
function respell(text: string): string {
  return Object.entries(standard).reduce((said, [name, standardName]) => said.replaceAll(name, standardName), text)
}

describe('an odd request to POST /auth/v1/token', () => {
  const names = listRequests(ours).map(([name, status], index) => [name, status, index] as const)

  it.each(names)('%s: %i, in either spelling', async (_, status, index) => {
    const [one, other] = [listRequests(ours)[index]?.[2] ?? {}, listRequests(standard)[index]?.[2] ?? {}]
    const response = await send(one)
    const body = await response.json()
    expect([response.status, body.error_description]).toEqual([status, status === 200 ? undefined : expect.any(String)])
    const otherResponse = await send(other)
    const otherBody = await otherResponse.json()
    expect(otherResponse.status).toBe(status)
    if (status !== 200) {
      expect(Object.keys(otherBody)).toEqual(Object.keys(body))
      expect(otherBody.error).toBe(body.error)
      // Where nothing tells the spelling, it is ours.
      expect([respell(body.error_description), body.error_description]).toContain(otherBody.error_description)
    }
    expect(services.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
  })

  it('never leads to an answer outside the table, nor to an echo of itself', async () => {
    const part = fc.oneof(
      fc.constantFrom(...Object.values(ours), '=', '&', '%', '+', '__proto__'),
      fc.constantFrom(...Object.values(standard), 'scope', '&', '='),
      fc.constantFrom('client_credentials', 'refresh_token', 'lkrt1.', 'lkid_', 'lksec_'),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const response = await send({ body: `${parts.join('')}&marker=canary` })
        const text = await response.text()
        expect([400, 401, 429]).toContain(response.status)
        expect(text).not.toContain('canary')
        expect(Object.keys(JSON.parse(text))).toEqual(['error', 'error_description', 'requestId'])
      }),
      { numRuns: sampleSize(2_000) },
    )
  })
})
