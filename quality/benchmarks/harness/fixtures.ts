import type { Services } from '../../../lib/foundation/services.ts'
import { type ApiClient, addAccount, addClient } from '../../resilience/harness/fixtures.ts'

/** The clients of a database: each has a key, a service user that owns it, and an account. */
export type Fixtures = readonly Readonly<{ program: ApiClient; accountId: string }>[]

/** The `limit` targets are tuned for at least this many. */
const size = 64

export async function addFixtures(services: Services): Promise<Fixtures> {
  const fixtures: { program: ApiClient; accountId: string }[] = []
  while (fixtures.length < size) {
    fixtures.push({
      program: await addClient(services, { scopes: ['sso', 'introspect'] }),
      accountId: await addAccount(services),
    })
  }
  return fixtures
}
