import { describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'

describe('a form', () => {
  it.each([
    ['our own origin', { origin: 'https://login.example.com' }],
    ['no origin but the browser’s word for it', { 'sec-fetch-site': 'same-origin' }],
  ])('passes with %s', async (_name, headers) => {
    const { seen, ask } = await openFront({})
    await ask({ method: 'POST', path: '/sign-in', headers })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    [
      'another origin although the browser says same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['neither origin nor a word of the browser', {}],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused with %s', async (_name, headers) => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method: 'POST', path: '/sign-in', headers })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatch(/^This form was sent from another site\..*\nRequest id: req_\w+\n$/)
    expect(seen).toHaveLength(0)
  })
})

describe('a body', () => {
  const ours = { origin: 'https://login.example.com' }

  it('of a form over 6 MB is refused before it is read', async () => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method: 'POST', path: '/sign-in', headers: { ...ours, 'content-length': '6291457' } })
    expect(answer.status).toBe(413)
    expect(seen).toHaveLength(0)
  })

  it('of a form without a length is refused', async () => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method: 'POST', path: '/sign-in', headers: { ...ours, 'transfer-encoding': 'chunked' } })
    expect(answer.status).toBe(411)
    expect(seen).toHaveLength(0)
  })

  it.each([
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; charset=utf-8', 400],
    ['Multipart/Form-Data; boundary=----x7', 200],
    ['multipart/form-data; boundary="a b"; charset=utf-8', 200],
  ])('of the type %s is answered %i', async (type, status) => {
    const { ask } = await openFront({})
    const headers = { ...ours, 'content-type': type, 'content-length': '0' }
    expect((await ask({ method: 'POST', path: '/sign-in', headers })).status).toBe(status)
  })

  it('of an endpoint is the endpoint’s to judge', async () => {
    const { ask } = await openFront({})
    const answer = await ask({ method: 'POST', path: '/auth/v1/token', headers: { 'transfer-encoding': 'chunked' } })
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' })
  })
})
