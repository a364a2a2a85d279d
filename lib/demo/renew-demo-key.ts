import type { Operator } from '#lib/actor.ts'
import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { listApiKeys } from '#lib/api-keys/list-api-keys.ts'
import { getDemoUser } from '#lib/demo/insert-people.ts'
import { demoService } from '#lib/demo/people.ts'
import type { Services } from '#lib/services.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'

const keyName = 'Demonstration'

/** A fresh key in the place of the one that was printed at the start before. */
export async function renewDemoKey(services: Services, actor: Operator): Promise<GeneratedApiKey> {
  for (const key of await listApiKeys(services, actor)) {
    if (key.name === keyName && key.state !== 'revoked') await revokeApiKey(services, actor, key.id)
  }
  const owner = await getDemoUser(services, demoService.username)
  return generateApiKey(services, actor, { name: keyName, ownerId: owner.id, expiresInDays: null })
}
