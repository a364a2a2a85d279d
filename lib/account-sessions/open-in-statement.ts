import { isRoomyPlace, sessionInsertForEach } from '#lib/account-sessions/store.ts'

/**
 * What `openAccountSession` does where nothing stands in the way, for a statement that decides about more at once: the
 * condition, and the part itself.
 */
export const sessionInStatement = { condition: isRoomyPlace, part: sessionInsertForEach }
