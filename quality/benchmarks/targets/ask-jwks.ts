import type { ServerAddress } from '../load/plan.ts'
import { getRequest } from '../load/requests.ts'
import type { Asking } from './target.ts'

/** How anybody is asked for the keys that their tokens are verified by. */
export function askJwks(address: ServerAddress, path: string): Asking {
  return {
    source: { kind: 'cycle', requests: [getRequest(address, path)] },
    expect: { status: 200, members: ['keys'], body: '"kty":"EC"' },
  }
}
