import type { Expectation } from '../load/plan.ts'

/** RFC 7662 §2.2: a token that is good. What else there is to say differs from server to server. */
export const introspectionExpectation: Expectation = { status: 200, body: '"active":true' }
