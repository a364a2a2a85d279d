import { distinctName, listNamesakes } from '#lib/domain/people/users/namesakes-store.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** Names the users of these events as lists do. An event stores only the name: several users may have it. */
export async function partyNamer(db: Db, events: readonly AuditEvent[]): Promise<(event: AuditEvent) => AuditEvent> {
  const usernames = await listNamesakes(db, events.flatMap(userIdsOf))
  const rename = <Party extends Readonly<{ id: string | null; name: string }>>(party: Party): Party =>
    party.id === null ? party : { ...party, name: distinctName({ id: party.id, name: party.name }, usernames) }
  return (event) => ({ ...event, actor: rename(event.actor), subject: rename(event.subject) })
}

function userIdsOf({ actor, subject }: AuditEvent): string[] {
  return [actor.id, subject.kind === 'user' ? subject.id : null].filter((id) => id !== null)
}
