import type { Expectation } from '../load/plan.ts'

/** RFC 7662 §2.2: an active token. The other members differ between servers. */
export const introspectionExpectation: Expectation = { status: 200, body: '"active":true' }
