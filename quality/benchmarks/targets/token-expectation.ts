import type { Expectation } from '../load/plan.ts'

/** Section 3 of the protocol. */
export const tokenExpectation: Expectation = {
  status: 200,
  members: ['accessToken', 'expiresIn', 'refreshToken', 'tokenType'],
}
