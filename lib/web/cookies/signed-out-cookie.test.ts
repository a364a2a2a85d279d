import { describe, expect, it } from 'vitest'
import { makeSignedOutCookie, signedOutHeaders } from '#lib/web/cookies/signed-out-cookie.ts'

const baseUrl = 'https://login.example.com'
const { name, value, attributes } = makeSignedOutCookie(baseUrl)

describe('the sign-in page', () => {
  it('deletes what scripts stored after signing out, and the cookie that says so', () => {
    expect({ name, value, attributes }).toEqual({
      name: '__Host-latchkey-signed-out',
      value: '1',
      attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: 60 },
    })
    expect(signedOutHeaders(`a=b; ${name}=${value}`, baseUrl)).toEqual({
      'Clear-Site-Data': '"storage"',
      'Set-Cookie': '__Host-latchkey-signed-out=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    })
  })

  it.each([null, '', 'latchkey-signed-out=1', `${name}=2`, `${name}=1; ${name}=1`])(
    'deletes nothing with %j',
    (cookie) => {
      expect(signedOutHeaders(cookie, baseUrl)).toEqual({})
    },
  )
})
