import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { insertUser, signInAs } from '#lib/testing/people.ts'
import { openFront } from '#lib/testing/test-front.ts'
import { maxFormFields } from '#lib/web/gateway/page-form.ts'
import { maxImportBytes, maxLogoFormBytes, maxPageFormBytes } from '#lib/web/gateway/receive-form.ts'
import nextConfig from '../../../next.config.ts'

const ours = { origin: 'https://login.example.com' }
const urlEncoded = { ...ours, 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { ...ours, 'content-type': 'multipart/form-data; boundary=x' }
const signInPaths = ['/sign-in', '/sign-in/passkey', '/sign-in/second-step', '/sign-in/second-step/passkey']
const importPath = '/manage/accounts/import'

/** A page that responds with the length of the body. */
const countBody: RequestListener = async (request, response) => {
  let length = 0
  for await (const part of request) length += part.length
  response.end(String(length))
}

const openCountingFront = () => openFront({}, { handle: countBody })

function fields(count: number): string {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
  return `${part.repeat(count)}--x--\r\n`
}

/** An upload of this many bytes in all. */
function upload(length: number): string {
  const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
  const end = '\r\n--x--\r\n'
  return start + 'a'.repeat(length - start.length - end.length) + end
}

async function openAs(role: PortalRole) {
  const front = await openCountingFront()
  const { cookieHeader } = await signInAs(front.services, await insertUser(front.services, { role }))
  return { ...front, headers: { ...multipart, cookie: cookieHeader } }
}

describe('the body of a form', () => {
  it('may be 64 KiB long, and reaches the page unchanged', async () => {
    const { ask } = await openCountingFront()
    const answer = await ask({
      method: 'POST',
      path: '/sign-in',
      headers: urlEncoded,
      body: 'a'.repeat(maxPageFormBytes),
    })
    expect(answer).toMatchObject({ status: 200, body: '65536' })
  })

  it.each([
    ...signInPaths,
    '/',
    '/users-and-access',
    '/manage/accounts',
    '/manage/accounts/groups',
    '/api/auth/signout',
  ])('may not be longer at %s, even for a manager, and is not read', async (path) => {
    const { seen, ask, headers } = await openAs('owner')
    const length = String(maxPageFormBytes + 1)
    const answer = await ask({ method: 'POST', path, headers: { ...headers, 'content-length': length } })
    expect(answer.status).toBe(413)
    expect(answer.body).toMatch(/^This is larger than 64 KiB\. Send less at once\.\nRequest ID: req_\w+\n$/)
    expect(seen).toEqual([])
  })

  it('needs a Content-Length', async () => {
    const { seen, ask } = await openCountingFront()
    const answer = await ask({ method: 'POST', path: '/sign-in', headers: { ...ours, 'transfer-encoding': 'chunked' } })
    expect(answer.status).toBe(411)
    expect(seen).toEqual([])
  })

  it.each([
    ['multipart', multipart, fields(maxFormFields), fields(maxFormFields + 1)],
    ['URL-encoded', urlEncoded, `a=1${'&a=1'.repeat(maxFormFields - 1)}`, `a=1${'&a=1'.repeat(maxFormFields)}`],
  ])('may have 1,000 fields, %s, and no more', async (_name, headers, most, tooMany) => {
    const { seen, ask } = await openCountingFront()
    expect((await ask({ method: 'POST', path: '/sign-in', headers, body: most })).status).toBe(200)
    expect((await ask({ method: 'POST', path: '/sign-in', headers, body: tooMany })).status).toBe(400)
    expect(seen).toHaveLength(1)
  })

  it('of an endpoint is left to the endpoint', async () => {
    const { ask } = await openCountingFront()
    const answer = await ask({ method: 'POST', path: '/auth/v1/token', headers: { 'transfer-encoding': 'chunked' } })
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' })
  })
})

describe('a logo', () => {
  const path = '/settings'

  it('may be 1 MB long for a manager, and no longer', async () => {
    const { seen, ask, headers } = await openAs('admin')
    expect((await ask({ method: 'POST', path, headers, body: upload(maxLogoFormBytes) })).status).toBe(200)
    const length = String(maxLogoFormBytes + 1)
    const answer = await ask({ method: 'POST', path, headers: { ...headers, 'content-length': length } })
    expect(answer).toMatchObject({ status: 413, body: expect.stringMatching(/^This is larger than 1 MB\./) })
    expect(seen).toHaveLength(1)
  })

  it('is refused for an agent before it is read', async () => {
    const { seen, ask, headers } = await openAs('agent')
    const announced = { ...headers, 'content-length': String(maxPageFormBytes + 1) }
    expect((await ask({ method: 'POST', path, headers: announced })).status).toBe(403)
    expect(seen).toEqual([])
  })

  it('without a session redirects to the sign-in page, and back', async () => {
    const { ask } = await openCountingFront()
    const form = { method: 'POST', path, headers: { ...multipart, cookie: 'x=1' } }
    const answer = await ask({ ...form, body: upload(maxPageFormBytes + 1) })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/sign-in?next=%2Fsettings' } })
  })
})

describe('a file of accounts', () => {
  it.each([importPath, '/manage/accounts/groups/grp_1'])('may be 6 MB long for a manager at %s', async (path) => {
    const { ask, headers } = await openAs('admin')
    const answer = await ask({ method: 'POST', path, headers, body: upload(maxImportBytes) })
    expect(answer.status).toBe(200)
    expect(Number(answer.body)).toBeGreaterThan(maxImportBytes - 1_000)
  })

  it('may not be longer, and is not read', async () => {
    const { seen, ask, headers } = await openAs('owner')
    const length = String(maxImportBytes + 1)
    const answer = await ask({ method: 'POST', path: importPath, headers: { ...headers, 'content-length': length } })
    expect(answer).toMatchObject({ status: 413, body: expect.stringMatching(/^This is larger than 6 MB\./) })
    expect(seen).toEqual([])
  })

  it('is refused for an agent before it is read', async () => {
    const { seen, ask, headers } = await openAs('agent')
    const announced = { ...headers, 'content-length': String(maxPageFormBytes + 1) }
    expect((await ask({ method: 'POST', path: importPath, headers: announced })).status).toBe(403)
    expect(seen).toEqual([])
  })

  it('without a session redirects to the sign-in page before it is read', async () => {
    const { seen, ask } = await openCountingFront()
    const form = { method: 'POST', path: importPath, body: upload(maxPageFormBytes + 1) }
    const headers = { ...multipart, cookie: 'x=1' }
    const byForm = await ask({ ...form, headers })
    expect(byForm).toMatchObject({ status: 303, headers: { location: '/sign-in?next=%2Fmanage%2Faccounts%2Fimport' } })
    const byScript = await ask({ ...form, headers: { ...headers, 'next-action': '60' } })
    expect(byScript.status).toBe(401)
    expect(seen).toEqual([])
  })

  it('fits Next’s limit after it is serialized again with the largest number of fields', () => {
    const limit = nextConfig('phase-production-server').experimental?.serverActions?.bodySizeLimit
    expect(limit).toBe('7mb')
    const perField = 120
    expect(maxImportBytes + maxFormFields * perField).toBeLessThan(7 * 1024 * 1024)
  })
})
