import { expect, it } from 'vitest'
import { rateProtection } from '#lib/domain/sign-in/second-factor/rate-protection.ts'

const passkey = { id: 'pk_1', name: 'Key', isDeviceBound: true, createdAt: 0, lastUsedAt: null }
const app = { createdAt: 0, lastUsedAt: null }

it.each([
  ['nothing but the password', 0, false, 0, { level: 'password', spare: false, codes: false }],
  ['recovery codes alone', 0, false, 10, { level: 'password', spare: false, codes: true }],
  ['one passkey', 1, false, 10, { level: 'factor', spare: false, codes: true }],
  ['an app', 0, true, 10, { level: 'factor', spare: false, codes: true }],
  ['two passkeys', 2, false, 3, { level: 'full', spare: true, codes: true }],
  ['a passkey and an app', 1, true, 3, { level: 'full', spare: true, codes: true }],
  ['two passkeys and two codes', 2, false, 2, { level: 'factor', spare: true, codes: false }],
] as const)('rates %s', (_, passkeys, hasApp, left, protection) => {
  const factors = { passkeys: Array.from({ length: passkeys }, () => passkey), app: hasApp ? app : undefined }
  expect(rateProtection({ ...factors, codes: { left, lastUsedAt: null } })).toEqual(protection)
})
