import { expect } from 'vitest'
import type { Product } from '../rig/product.ts'

/** An answer as a plain HTTP client gives it. */
export type PlainAnswer = Readonly<{
  status: number
  location: string | null
  cookies: readonly string[]
  body: string
}>

/** What the camelCase contract answers on the way into an account, in this order. */
export type Steps = Readonly<
  Record<'issued' | 'refreshed' | 'granted' | 'opened' | 'openedAgain' | 'refused', PlainAnswer>
>

/** Holds what a client has seen against the contract, member by member. */
export function expectOpening(steps: Steps, { baseUrl, accountId }: Product): void {
  const tokens = {
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    expiresIn: 36_000,
    tokenType: 'Bearer',
  }
  expect(bodyOf(steps.issued, 200)).toEqual({ ...tokens, refreshToken: expect.stringMatching(/\.1\.[\w-]+$/) })
  expect(bodyOf(steps.refreshed, 200)).toEqual({ ...tokens, refreshToken: expect.stringMatching(/\.2\.[\w-]+$/) })
  const grantUrl = expect.stringMatching(
    new RegExp(`^${baseUrl}/sso\\?token=[\\w-]{43}&userId=usr_\\w+&timestamp=\\d{13}&`),
  )
  expect(bodyOf(steps.granted, 200)).toEqual({ grantUrl, expiresIn: 15 })
  expect(steps.opened).toMatchObject({ status: 303, body: '' })
  expect(steps.opened.location).toMatch(new RegExp(`(^|^${baseUrl})/accounts/${accountId}$`))
  const session = steps.opened.cookies.filter((cookie) => /; path=\/accounts\//i.test(cookie))
  expect(session).toEqual([expect.stringMatching(/HttpOnly/i)])
  expect(steps.openedAgain).toMatchObject({ status: 410, location: null, cookies: [] })
  expect(bodyOf(steps.refused, 401)).toEqual({
    error: 'invalid_client',
    error_description: 'The API key or its secret is not valid.',
    requestId: expect.stringMatching(/^req_[0-9A-Za-z]{20}$/),
  })
}

function bodyOf({ status, body }: PlainAnswer, expected: number): unknown {
  expect(status, body).toBe(expected)
  return JSON.parse(body)
}
