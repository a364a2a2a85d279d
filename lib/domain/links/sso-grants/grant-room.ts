import { maxLiveGrantsPerKey } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** How many grants a process may insert for a key before it counts the key's live grants again. */
type Room = { left: number; readonly until: number }

const roomMs = secondMs
/** A process takes no more than this part of what is free: as many processes together stay within the limit. */
const processes = 16
const maxRooms = 1_000

// By database: each process and each test has its own. Then by key ID, the oldest count first.
const rooms = new WeakMap<object, Map<string, Room>>()

/**
 * Takes one grant from the room that the last count left. Counting thousands of live grants costs many times what an
 * insertion does.
 * @returns 1 if there was room, 0 if the statement has to count
 */
export function takeRoom(owner: object, keyId: string): 0 | 1 {
  const room = rooms.get(owner)?.get(keyId)
  if (!room || room.left <= 0 || performance.now() >= room.until) return 0
  room.left -= 1
  return 1
}

/** Notes how many live grants a statement has counted. */
export function noteLiveGrants(owner: object, keyId: string, live: number): void {
  const known = rooms.get(owner) ?? new Map<string, Room>()
  rooms.set(owner, known)
  known.delete(keyId)
  const left = Math.floor((maxLiveGrantsPerKey - live) / processes)
  known.set(keyId, { left, until: performance.now() + roomMs })
  const [oldest] = known.keys()
  if (known.size > maxRooms && oldest !== undefined) known.delete(oldest)
}
