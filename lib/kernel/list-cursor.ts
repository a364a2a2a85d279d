import { checksumBase62 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const maxCursorLength = 512

/** Where a list goes on, for clients to send back unread. @param list its name: a cursor works only for its own list */
export function encodeCursor(list: string, position: string): string {
  return `${Buffer.from(position).toString('base64url')}.${checksumBase62(`${list} ${position}`)}`
}

/**
 * @returns the position. @throws Refusal `invalid_request` unless {@link encodeCursor} made the cursor for this list
 */
export function decodeCursor(list: string, cursor: string): string {
  const [encoded = ''] = cursor.split('.', 1)
  const position = Buffer.from(encoded, 'base64url').toString()
  if (cursor.length <= maxCursorLength && encodeCursor(list, position) === cursor) return position
  throw new Refusal('invalid_request', { description: 'The cursor is not valid.', fields: { cursor: 'malformed' } })
}
