import type { Target } from '../load/plan.ts'
import { getRequest } from '../load/requests.ts'
import type { Asking } from './contestant.ts'

/** How anybody is asked for the keys that their tokens are verified by. */
export function askJwks(target: Target, path: string): Asking {
  return {
    feed: { kind: 'cycle', requests: [getRequest(target, path)] },
    expect: { status: 200, members: ['keys'], body: '"kty":"EC"' },
  }
}
