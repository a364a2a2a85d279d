import { type Factors, hasFactor } from '#lib/domain/sign-in/second-factor/factors.ts'

/** With fewer codes left, it is time for new ones. */
const enoughCodes = 3

/**
 * How well a user's sign-in is protected. `spare`: whether another factor remains if one is lost; `codes`: whether
 * enough recovery codes are left.
 */
export type Protection = Readonly<{ level: 'password' | 'factor' | 'full'; spare: boolean; codes: boolean }>

export function rateProtection({ passkeys, app, codes: { left } }: Factors): Protection {
  const spare = passkeys.length + (app ? 1 : 0) > 1
  const codes = left >= enoughCodes
  if (!hasFactor({ passkeys, app })) return { level: 'password', spare, codes }
  return { level: spare && codes ? 'full' : 'factor', spare, codes }
}
