import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#lib/kernel/errors.ts'
import { sampleSize } from '#lib/testing/sampling.ts'
import { maxFormBytes, readForm } from '#lib/web/http/form-body.ts'

const fields = ['grantType', 'clientId'] as const
const form = 'application/x-www-form-urlencoded'

function read(body: BodyInit | null, headers: Record<string, string> = {}, query = '') {
  // `duplex` is Node's, for a body that is a stream.
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'Content-Type': form, ...headers },
    body,
    duplex: 'half',
  }
  const request = new Request(`https://login.example.com/auth/v1/token${query}`, init)
  return readForm(request, fields)
}

async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.catch((caught: unknown) => caught)
  if (!isRefusal(error)) throw new Error('it was not refused')
  return `${error.status} ${error.error}: ${error.description}`
}

describe('reading a form body', () => {
  it('returns the known fields with a value and ignores the rest', async () => {
    expect(await read('grantType=a+b%2B&clientId=&other=1&__proto__=x&&=y&constructor=z')).toEqual({
      grantType: 'a b+',
    })
  })

  it('accepts raw and percent-encoded UTF-8, encoded names, and values with an equals sign', async () => {
    expect(await read('%67rantType=jürgen%C3%BC%F0%9F%98%80&clientId=a=b==')).toEqual({
      grantType: 'jürgenü😀',
      clientId: 'a=b==',
    })
  })

  it.each([
    form,
    'Application/X-WWW-Form-URLencoded',
    `${form};charset=utf-8`,
    `${form} ; Charset="UTF-8"`,
    `${form}; charset=ISO-8859-1`,
    `${form}; charset="utf-8`,
    `${form};`,
    `${form}; boundary="a;b"; q=1`,
  ])('accepts the content type %s and decodes as UTF-8', async (type) => {
    expect(await read('clientId=j%C3%BCrgen', { 'Content-Type': type })).toEqual({ clientId: 'jürgen' })
    expect(await refusalOf(read('clientId=j%FCrgen', { 'Content-Type': type }))).toBe(
      '400 invalid_request: The field clientId has a bad percent-encoding.',
    )
  })

  it.each([
    '',
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    `${form}x`,
    `${form} x`,
    `;${form}`,
    `${form}, ${form}`,
  ])('refuses the content type %j and names the right one', async (type) => {
    expect(await refusalOf(read('clientId=x', { 'Content-Type': type }))).toBe(
      '400 invalid_request: The Content-Type must be application/x-www-form-urlencoded, in UTF-8.',
    )
  })

  it('refuses a compressed body', async () => {
    expect(await refusalOf(read('clientId=x', { 'Content-Encoding': 'gzip' }))).toBe(
      '400 invalid_request: Send the body without a Content-Encoding.',
    )
  })

  it.each([
    ['clientId=%', 'The field clientId has a bad percent-encoding.'],
    ['clientId=%4', 'The field clientId has a bad percent-encoding.'],
    ['clientId=%zz', 'The field clientId has a bad percent-encoding.'],
    ['clientId=%c3%28', 'The field clientId has a bad percent-encoding.'],
    ['clientId=%ed%a0%80', 'The field clientId has a bad percent-encoding.'],
    ['clientId=%c0%80', 'The field clientId has a bad percent-encoding.'],
    ['%ff=1', 'The body has a bad percent-encoding.'],
    ['other=%ff', 'The body has a bad percent-encoding.'],
    [new Uint8Array([0x61, 0x3d, 0xff]), 'The body is not valid UTF-8.'],
    ['clientId=a&clientId=a', 'The field clientId was sent twice.'],
    ['clientId=&clientId=a', 'The field clientId was sent twice.'],
    ['clientId=a&client%49d=b', 'The field clientId was sent twice.'],
  ])('refuses %j', async (body, description) => {
    expect(await refusalOf(read(body))).toBe(`400 invalid_request: ${description}`)
  })

  it.each(['clientId', 'grantType', 'clientSecret', 'client_secret', 'refreshToken', 'access_token', '%63lientId'])(
    'refuses %s in the query, even empty',
    async (name) => {
      expect(await refusalOf(read('clientId=x', {}, `?${name}=`))).toBe(
        `400 invalid_request: Send ${decodeURIComponent(name)} in the body, never in the URL.`,
      )
    },
  )

  it('accepts a body of exactly 16 KiB and refuses one byte more, with and without Content-Length', async () => {
    const body = `clientId=${'x'.repeat(maxFormBytes - 9)}`
    expect(await read(body)).toEqual({ clientId: 'x'.repeat(maxFormBytes - 9) })
    expect(await refusalOf(read(`${body}x`))).toBe('413 invalid_request: The body is larger than 16 KiB.')
    expect(await refusalOf(read('x', { 'Content-Length': String(maxFormBytes + 1) }))).toContain('413')
  })

  it('stops reading an endless body at 16 KiB', async () => {
    let sent = 0
    let cancelled = false
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_024
        controller.enqueue(new Uint8Array(1_024).fill(0x61))
      },
      cancel() {
        cancelled = true
      },
    })
    expect(await refusalOf(read(endless))).toBe('413 invalid_request: The body is larger than 16 KiB.')
    expect(sent).toBeLessThanOrEqual(maxFormBytes + 3 * 1_024)
    expect(cancelled).toBe(true)
  })

  it('refuses a truncated body', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    expect(await refusalOf(read(broken))).toBe('400 invalid_request: The body ended too early.')
  })

  it('reads back every value that URLSearchParams writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (clientId) => {
        expect(await read(new URLSearchParams({ clientId }).toString())).toEqual({ clientId })
      }),
    )
  })

  it('turns any bytes into a form or an expected refusal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const result = await read(bytes).catch((error: unknown) => error)
        if (isRefusal(result)) expect(result.code).toBe('invalid_request')
        else expect(Object.keys(result as object).every((name) => fields.some((field) => field === name))).toBe(true)
      }),
      { numRuns: sampleSize(2_000) },
    )
  })
})
