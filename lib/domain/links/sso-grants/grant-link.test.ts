import { describe, expect, it } from 'vitest'
import { formatGrantUrl, parseGrantLink } from '#lib/domain/links/sso-grants/grant-link.ts'

const link = {
  token: 'x'.repeat(43),
  params: {
    userId: 'usr_1',
    timestamp: '1795262400000',
    backUrl: 'https://crm.example/done?x=1&y=%C3%A4+z',
    deepPath: '/accounts/acme/orders?open=1',
  },
}
const query = new URL(formatGrantUrl('https://login.example.com', link)).searchParams

describe('a sign-in link', () => {
  it('parses what was formatted', () => {
    expect(parseGrantLink(query)).toEqual(link)
  })

  it.each(['token', 'userId', 'timestamp', 'backUrl', 'deepPath'])('has %s once', (name) => {
    const without = new URLSearchParams(query)
    without.delete(name)
    expect(parseGrantLink(without)).toBeUndefined()
    const doubled = new URLSearchParams([...query, [name, query.get(name) ?? '']])
    expect(parseGrantLink(doubled)).toBeUndefined()
  })

  it.each(['', 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}ä`, `${'x'.repeat(42)}\n`])(
    'has a token of 43 characters: %j',
    (token) => {
      const edited = new URLSearchParams(query)
      edited.set('token', token)
      expect(parseGrantLink(edited)).toBeUndefined()
    },
  )

  it('may have other parameters with any name', () => {
    expect(parseGrantLink(new URLSearchParams([...query, ['__proto__', 'x'], ['utm_source', 'y']]))).toEqual(link)
  })
})
