import { createAccount } from '#lib/accounts/create-account.ts'
import { operator } from '#lib/actor.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import type { KeyScope } from '#lib/api-keys/scopes.ts'
import { randomBase62 } from '#lib/crypto.ts'
import type { Services } from '#lib/services.ts'
import { createUser } from '#lib/users/create-user.ts'
import type { Bench } from './bench.ts'

/** Whoever prepares a trial. */
export const stagehand = operator('trials', 'req_trials')

/** An API key of a service user that may open every account. */
export type Program = Readonly<{ keyId: string; secret: string; username: string }>

export async function addProgram(services: Services, scopes: readonly KeyScope[] = ['sso']): Promise<Program> {
  const username = `program-${randomBase62(10)}`
  const user = { username, name: username, role: 'service', accountScope: 'all', accountIds: [] } as const
  const { id: ownerId } = await createUser(services, stagehand, { ...user, password: undefined })
  const key = { name: username, ownerId, expiresInDays: null, scopes: [...scopes] }
  const { id, secret } = await generateApiKey(services, stagehand, key)
  return { keyId: id, secret, username }
}

/** An account, by its id. */
export async function addAccount(services: Services): Promise<string> {
  const id = `acc-${randomBase62(10)}`
  await createAccount(services, stagehand, { id, name: `Account ${id}`, locale: null, deepPath: null })
  return id
}

/** What a load needs: two programs, and accounts to open. */
export type Scene = Readonly<{ programs: readonly Program[]; accountIds: readonly string[] }>

export function prepareScene(bench: Bench): Promise<Scene> {
  return bench.withServices(async (services) => ({
    programs: await Promise.all([addProgram(services), addProgram(services)]),
    accountIds: await Promise.all(Array.from({ length: 10 }, () => addAccount(services))),
  }))
}
