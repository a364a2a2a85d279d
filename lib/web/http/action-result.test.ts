import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { runAction } from '#lib/web/http/action-result.ts'

const source = { address: '192.0.2.7', requestId: 'req_action' }

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

const run = (work: () => Promise<unknown>) =>
  runAction(services, { ...source, browserHash: 'private' } as typeof source, work)

describe('the result of a Server Action', () => {
  it('is the value of its work', async () => {
    expect(await run(async () => 7)).toEqual({ ok: true, value: 7 })
    expect(services.logLines).toEqual([])
  })

  it('contains the code and fields of a refusal, and nothing private', async () => {
    const refusal = new Refusal('input_invalid', {
      fields: { name: 'required' },
      detail: 'private detail',
      description: 'private words',
      cause: new Error('private cause'),
    })
    const result = await run(() => Promise.reject(refusal))
    expect(result).toEqual({ ok: false, code: 'input_invalid', fields: { name: 'required' }, requestId: 'req_action' })
  })

  it('names the invalid entries of a list, as entered', async () => {
    const refusal = new Refusal('input_invalid', { fields: { ids: 'unknown' }, entries: { ids: ['b'] } })
    const result = await run(() => Promise.reject(refusal))
    const told = { code: 'input_invalid', fields: { ids: 'unknown' }, entries: { ids: ['b'] } }
    expect(result).toEqual({ ok: false, ...told, requestId: 'req_action' })
  })

  it('contains the time to wait', async () => {
    const result = await run(() => Promise.reject(new Refusal('too_many_requests', { retryAfterSeconds: 30 })))
    expect(result).toEqual({ ok: false, code: 'too_many_requests', retryAfterSeconds: 30, requestId: 'req_action' })
  })

  it('is server_error for an unexpected error, which only the log shows', async () => {
    const result = await run(() => Promise.reject(new Error('private trouble')))
    expect(result).toEqual({ ok: false, code: 'server_error', requestId: 'req_action' })
    const line = JSON.parse(services.logLines[0] ?? '')
    expect(line).toMatchObject({ level: 50, ...source, code: 'server_error', error: { message: 'private trouble' } })
    expect(line).not.toHaveProperty('browserHash')
  })
})

describe('input', () => {
  const schema = z.object({
    name: z.string({ error: 'required' }).trim().min(1, 'required').max(3, 'too_long'),
    ids: z.array(z.string().regex(/^a/, 'malformed')).default([]),
  })

  it('is parsed by its schema', () => {
    expect(parseInput(schema, { name: ' ab ', ids: ['a'], more: 1 })).toEqual({ name: 'ab', ids: ['a'] })
  })

  it.each([
    [{}, { name: 'required' }],
    [
      { name: 'abcd', ids: ['a', 'b', 'c'] },
      { name: 'too_long', ids: 'malformed' },
    ],
    [null, { '': expect.any(String) }],
  ])('that is %j is refused by field', (input, fields) => {
    expect(() => parseInput(schema, input)).toThrow(expect.objectContaining({ code: 'input_invalid', fields }))
  })

  it('that is a list is refused with the invalid entries', () => {
    const entries = { ids: ['b', 'c'] }
    expect(() => parseInput(schema, { name: '', ids: ['a', 'b', 'ab', 'c'] })).toThrow(
      expect.objectContaining({ fields: { name: 'required', ids: 'malformed' }, entries }),
    )
    expect(() => parseInput(schema, { name: '', ids: 'b' })).toThrow(expect.objectContaining({ entries: undefined }))
  })
})
