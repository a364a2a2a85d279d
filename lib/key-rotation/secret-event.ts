import type { ApiKey } from '#lib/api-keys/api-key.ts'
import type { EventKind, NewEvent } from '#lib/audit/event.ts'

/** An event about a secret of a key. */
export function secretEvent(
  kind: Extract<EventKind, `api_key.${string}`>,
  { id, name, owner }: Pick<ApiKey, 'id' | 'name' | 'owner'>,
  facts: Readonly<Record<string, string | number | null>>,
): NewEvent {
  const details = { owner: owner.name, ownerId: owner.id, ...facts }
  return { kind, subject: { kind: 'api_key', id, name }, details }
}
