import type { Expectation } from '../load/plan.ts'

/** docs/protocol.md, section 3. */
export const tokenExpectation: Expectation = {
  status: 200,
  members: ['accessToken', 'expiresIn', 'refreshToken', 'tokenType'],
}
