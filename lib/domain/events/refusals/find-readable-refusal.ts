import { type ExplainedRefusal, findRefusal } from '#lib/domain/events/refusals/find-refusals.ts'
import { findRefusalRow } from '#lib/domain/events/refusals/store.ts'
import type { ApiClient } from '#lib/foundation/authorization/actor.ts'
import { mayManage } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** The description of the refusal. */
export const noReadableRefusal = 'No refusal that this access token can read is stored for this request ID.'

/**
 * A refusal of the client's own key, whatever its scopes, or one that its scope `events:read` lets it list. Whether
 * another refusal exists is not told.
 * @throws Refusal `not_found`
 */
export async function findReadableRefusal(
  services: Services,
  client: ApiClient,
  requestId: string,
): Promise<ExplainedRefusal> {
  const refusal = await findRefusalRow(services.db, requestId)
  if (refusal?.keyId === client.keyId) return { ...refusal, keyName: client.name }
  const listed = mayManage(client, 'events:read') ? await findRefusal(services, client, requestId) : undefined
  if (!listed) throw new Refusal('not_found', { description: noReadableRefusal })
  return listed
}
