import { describe, expect, it } from 'vitest'
import { narrowScope } from '#lib/domain/keys/api-keys/scopes.ts'

describe('the scope of a token', () => {
  it('is all that its key allows unless the client requests less', () => {
    expect(narrowScope('sso introspect', undefined)).toBe('sso introspect')
    expect(narrowScope('sso introspect', 'introspect')).toBe('introspect')
  })

  it('has each word once, in the order of the key', () => {
    expect(narrowScope('sso introspect', 'introspect sso introspect')).toBe('sso introspect')
  })

  it.each(['introspect', 'sso introspect', 'SSO', 'ss', '', ' ', 'sso,introspect', 'sso\tintrospect'])(
    'is refused when %j is asked of a key that allows sso alone',
    (requested) => {
      expect(() => narrowScope('sso', requested)).toThrow(expect.objectContaining({ code: 'invalid_scope' }))
    },
  )
})
