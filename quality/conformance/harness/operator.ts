import { generateApiKey, registerApiKey } from '../../../lib/domain/keys/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '../../../lib/domain/keys/api-keys/schema.ts'
import { getUserByName } from '../../../lib/domain/people/users/find-users.ts'
import type { Services } from '../../../lib/foundation/services.ts'
import { withServices } from '../../resilience/harness/databases.ts'
import { testOperator } from '../../resilience/harness/fixtures.ts'

type Variables = Readonly<Record<string, string>>
type KeyFields = Omit<NewApiKeyInput, 'ownerId'>

/** Generates an API key of this user while the product runs, as a command does. */
export function addKey(
  variables: Variables,
  username: string,
  fields: KeyFields,
): Promise<Readonly<{ keyId: string; secret: string }>> {
  return withServices(variables, async (services) => {
    const input = { ...fields, ownerId: await findOwner(services, username) }
    const { id: keyId, secret } = await generateApiKey(services, testOperator, input)
    return { keyId, secret }
  })
}

/** Generates an API key for a client with a key of its own. @returns its ID */
export function addPublicKey(
  variables: Variables,
  username: string,
  fields: KeyFields & Readonly<{ publicJwk: unknown }>,
): Promise<string> {
  return withServices(variables, async (services) => {
    const input = { ...fields, ownerId: await findOwner(services, username) }
    return (await registerApiKey(services, testOperator, input)).id
  })
}

async function findOwner(services: Services, username: string): Promise<string> {
  return (await getUserByName(services, testOperator, username)).id
}
