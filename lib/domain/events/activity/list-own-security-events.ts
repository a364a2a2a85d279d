import { listEventsFrom } from '#lib/domain/events/activity/store.ts'
import type { AuditEvent, EventGroup } from '#lib/foundation/audit/event.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'

const maxListed = 6
/** Managers also appear in events about other users. */
const maxRead = 50

/** The groups of events about how a user signs in. */
const groups: readonly EventGroup[] = ['portal_session', 'user']

/** The newest sign-ins of the user, refused ones too, and changes of the user. */
export async function listOwnSecurityEvents(
  { db }: Pick<Services, 'db'>,
  { userId }: PortalUser,
): Promise<readonly AuditEvent[]> {
  const found = await Promise.all(
    groups.map(async (kind) => (await listEventsFrom(db, { userId, kind }, { turn: {}, limit: maxRead })).events),
  )
  return found
    .flat()
    .filter(({ subject }) => subject.id === userId)
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    .slice(0, maxListed)
}
