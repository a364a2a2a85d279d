import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'

export type KeyEventKind = Extract<EventKind, `api_key.${string}`>

/** An event about a key. */
export function keyEvent(
  kind: KeyEventKind,
  { id, name, owner }: Pick<ApiKey, 'id' | 'name'> & Readonly<{ owner: Pick<ApiKey['owner'], 'id' | 'name'> }>,
  facts: Readonly<Record<string, string | number | null>> = {},
): NewEvent {
  const details = { owner: owner.name, ownerId: owner.id, ...facts }
  return { kind, subject: { kind: 'api_key', id, name }, details }
}
