import type { Services } from '../../../lib/services.ts'
import { type ApiClient, addAccount, addClient } from '../../resilience/harness/fixtures.ts'

/** Who acts on a database of the product: programs with a key and an owner of their own, each with its account. */
export type Fixtures = readonly Readonly<{ program: ApiClient; accountId: string }>[]

/** The limits are made for no fewer. */
const size = 64

export async function addFixtures(services: Services): Promise<Fixtures> {
  const fixtures: { program: ApiClient; accountId: string }[] = []
  while (fixtures.length < size) {
    fixtures.push({ program: await addClient(services, ['sso', 'introspect']), accountId: await addAccount(services) })
  }
  return fixtures
}
