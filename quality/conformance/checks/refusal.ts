import { ResponseBodyError, WWWAuthenticateChallengeError } from 'oauth4webapi'
import { expect } from 'vitest'
import type { Answer } from '../../resilience/harness/http.ts'

/** The whole shape of a refusal by the product, as it comes. */
export function expectRefused({ status, headers, body }: Answer, expected: number, error: string): void {
  expect({ status, body: JSON.parse(body) }).toEqual({
    status: expected,
    body: { error, error_description: expect.any(String), requestId: String(headers['x-request-id']) },
  })
}

/** What these libraries tell their caller about a refusal. */
export type Refused = Readonly<{
  status: number
  error: string
  /** The schemes of `WWW-Authenticate`, where it was sent. */
  challenges: readonly string[]
}>

/**
 * An error response as oauth4webapi and openid-client see it. For a response with a challenge they throw an error that
 * leaves the body unread.
 * @throws Error if the request succeeded or failed otherwise
 */
export async function refusalOf(asked: Promise<unknown>): Promise<Refused> {
  const thrown = await asked.then(
    () => new Error('was granted'),
    (error: unknown) => error,
  )
  if (thrown instanceof ResponseBodyError) {
    return { status: thrown.status, error: thrown.error, challenges: [] }
  }
  if (thrown instanceof WWWAuthenticateChallengeError) {
    const { error } = await thrown.response.json()
    return { status: thrown.status, error, challenges: thrown.cause.map(({ scheme }) => scheme) }
  }
  throw thrown
}
