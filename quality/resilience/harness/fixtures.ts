import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { account } from '#lib/testing/accounts.ts'
import type { CaseContext } from './case-context.ts'

/** The actor that creates fixtures. */
export const testOperator = operator('resilience-tests', 'req_resilience')

/** An API key of a service user with access to every account. */
export type ApiClient = Readonly<{ keyId: string; secret: string; username: string }>

export type OwnedClient = ApiClient & Readonly<{ userId: string }>

export async function addClient(services: Services, limits: Partial<NewApiKeyInput> = {}): Promise<OwnedClient> {
  const username = `program-${randomBase62(10)}`
  const user = { username, name: username, role: 'service', accountScope: 'all', accountIds: [] } as const
  const { id: userId } = await createUser(services, testOperator, { ...user, password: undefined })
  const key = { name: username, ownerId: userId, expiresInDays: null, ...limits }
  const { id, secret } = await generateApiKey(services, testOperator, key)
  return { keyId: id, secret, username, userId }
}

/** Creates an account. @returns its ID */
export async function addAccount(services: Services): Promise<string> {
  const id = `acc-${randomBase62(10)}`
  await createAccount(services, testOperator, account({ id, name: `Account ${id}` }))
  return id
}

/** Two API clients, and accounts to open. */
export type Fixtures = Readonly<{ programs: readonly ApiClient[]; accountIds: readonly string[] }>

export function createFixtures(context: CaseContext): Promise<Fixtures> {
  return context.withServices(async (services) => ({
    programs: await Promise.all([addClient(services), addClient(services)]),
    accountIds: await Promise.all(Array.from({ length: 10 }, () => addAccount(services))),
  }))
}
