import type { ServerAddress } from '../load/plan.ts'
import { getRequest } from '../load/requests.ts'
import type { Asking } from './target.ts'

/** Requests the JSON Web Key Set of a target. */
export function askJwks(address: ServerAddress, path: string): Asking {
  return {
    source: { kind: 'cycle', requests: [getRequest(address, path)] },
    expect: { status: 200, members: ['keys'], body: '"kty":"EC"' },
  }
}
