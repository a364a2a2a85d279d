import { describe, expect, it } from 'vitest'
import { launchPath, parseLaunch } from '#lib/domain/links/launch/launch-path.ts'

function parse(address: string) {
  return parseLaunch(new URL(address, 'https://login.example.com'))
}

describe('a launch path', () => {
  it('has only the given options', () => {
    expect(launchPath('acme')).toBe('/launch/acme')
    expect(parse('/launch/acme')).toEqual({ accountId: 'acme' })
  })

  it('parses what was formatted', () => {
    const options = {
      backUrl: 'https://crm.example/done?x=1&y=%C3%A4',
      deepPath: '/accounts/acme/orders?open=1&q=a+b',
      locale: 'de-at',
      retryOfAt: 1_795_262_400_000,
    }
    expect(parse(launchPath('acme', options))).toEqual({ accountId: 'acme', ...options })
  })

  it('treats an empty parameter as omitted, and ignores unknown ones', () => {
    expect(parse('/launch/acme?backUrl=&locale=&x=y')).toEqual({ accountId: 'acme' })
  })

  it.each(['', 'soon', '-1', '1e12', '99999999999999'])('ignores a retry of %j', (retryOfAt) => {
    expect(parse(`/launch/acme?retryOfAt=${retryOfAt}`)).toEqual({ accountId: 'acme' })
  })

  it.each(['/launch/a%20b', '/launch/%61cme', '/launch/a;b', `/launch/${'a'.repeat(65)}`, '/launch/', '/launch/a/b'])(
    '%s names no account',
    (address) => {
      expect(() => parse(address)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    },
  )
})
