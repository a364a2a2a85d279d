import { expect } from 'vitest'
import type { Answer } from '../../resilience/harness/http.ts'
import type { Product } from '../harness/product.ts'
import { expectRefused } from './refusal.ts'

/** What the camelCase contract answers on the way into an account, in this order; the last to a wrong secret. */
export type Opening = Readonly<
  Record<'issued' | 'refreshed' | 'granted' | 'opened' | 'openedAgain' | 'refused', Answer>
>

/** Holds what a client has seen against the contract, member by member. */
export function expectOpening(opening: Opening, { baseUrl, accountId }: Product): void {
  const { issued, refreshed, granted, opened, openedAgain, refused } = opening
  const tokens = {
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    expiresIn: 36_000,
    tokenType: 'Bearer',
  }
  expect(bodyOf(issued)).toEqual({ ...tokens, refreshToken: expect.stringMatching(/\.1\.[\w-]+$/) })
  expect(bodyOf(refreshed)).toEqual({ ...tokens, refreshToken: expect.stringMatching(/\.2\.[\w-]+$/) })
  const link = new RegExp(`^${baseUrl}/sso\\?token=[\\w-]{43}&userId=usr_\\w+&timestamp=\\d{13}&`)
  expect(bodyOf(granted)).toEqual({ grantUrl: expect.stringMatching(link), expiresIn: 15 })
  expect(opened).toMatchObject({ status: 303, body: '' })
  expect(String(opened.headers.location)).toMatch(new RegExp(`^(${baseUrl})?/accounts/${accountId}$`))
  const cookies = [opened.headers['set-cookie'] ?? []].flat()
  const session = cookies.filter((cookie) => cookie.includes(`; Path=/accounts/${accountId}`))
  expect(session).toEqual([expect.stringMatching(/; HttpOnly/)])
  expect(openedAgain.status).toBe(410)
  expect(openedAgain.headers).not.toHaveProperty('location')
  expect(openedAgain.headers).not.toHaveProperty('set-cookie')
  expectRefused(refused, 401, 'invalid_client')
}

function bodyOf({ status, body }: Answer): unknown {
  expect(status, body).toBe(200)
  return JSON.parse(body)
}
