import { describe, expect, it } from 'vitest'
import { evaluateKey, evaluateUser } from '#lib/server/backup/carry-over.ts'

const good = { disabledAt: null, revokedAt: null, expiresAt: null }
const there = { id: 'lkid_1', disabledAt: null, revokedAt: null }
const known = { uncertainty: undefined, enableKeys: false, now: 1_000 } as const
const unknown = { ...known, uncertainty: 'older' } as const

describe('a key of the backup', () => {
  it.each([
    ['good in both', good, there, known, undefined],
    ['good there, though that ends earlier', good, there, unknown, 'unknown'],
    ['not known there', good, undefined, known, 'unknown'],
    ['not known there, at all risk', good, undefined, { ...known, enableKeys: true }, undefined],
    ['revoked there, at all risk', good, { ...there, revokedAt: 5 }, { ...unknown, enableKeys: true }, 'revoked'],
    ['disabled there, at all risk', good, { ...there, disabledAt: 5 }, { ...unknown, enableKeys: true }, 'disabled'],
    ['disabled here, revoked there', { ...good, disabledAt: 4 }, { ...there, revokedAt: 5 }, known, 'revoked'],
    ['expired here, revoked there', { ...good, expiresAt: 4 }, { ...there, revokedAt: 5 }, known, 'revoked'],
    ['disabled here', { ...good, disabledAt: 4 }, undefined, unknown, undefined],
    ['revoked here', { ...good, revokedAt: 4 }, { ...there, disabledAt: 5 }, unknown, undefined],
    ['expired this millisecond', { ...good, expiresAt: 1_000 }, undefined, unknown, undefined],
    ['expired the next one', { ...good, expiresAt: 1_001 }, undefined, unknown, 'unknown'],
  ])('%s', (_, key, state, circumstances, verdict) => {
    expect(evaluateKey(key, state, circumstances)).toBe(verdict)
  })
})

describe('a user of the backup', () => {
  const user = { id: 'usr_1', deactivatedAt: null, passwordSetAt: 10, passwordHash: 'old', shortPasswordSetAt: null }

  it.each([
    ['not known there', undefined, user, false, false],
    ['the same there', user, user, false, false],
    ['deactivated there', { ...user, deactivatedAt: 7 }, { ...user, deactivatedAt: 7 }, true, false],
    [
      'with a newer password',
      { ...user, passwordSetAt: 11, passwordHash: 'new' },
      { ...user, passwordSetAt: 11, passwordHash: 'new' },
      false,
      true,
    ],
    [
      'with a newer one that is short',
      { ...user, passwordSetAt: 11, shortPasswordSetAt: 11 },
      { ...user, passwordSetAt: 11, shortPasswordSetAt: 11 },
      false,
      true,
    ],
    ['with an older one', { ...user, passwordSetAt: 9, passwordHash: 'older' }, user, false, false],
    ['with none', { ...user, passwordSetAt: null, passwordHash: null }, user, false, false],
  ])('%s', (_, state, expected, isDeactivated, hasNewerPassword) => {
    expect(evaluateUser(user, state)).toEqual({ state: expected, isDeactivated, hasNewerPassword })
  })

  it('deactivated here stays so, since when it was', () => {
    const { state, isDeactivated } = evaluateUser({ ...user, deactivatedAt: 3 }, { ...user, deactivatedAt: 7 })
    expect([state.deactivatedAt, isDeactivated]).toEqual([3, false])
  })

  it('invited here, with a password there: that one', () => {
    const invited = { ...user, passwordSetAt: null, passwordHash: null }
    expect(evaluateUser(invited, user)).toMatchObject({ state: user, hasNewerPassword: true })
  })
})
