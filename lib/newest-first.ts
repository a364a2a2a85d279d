import { Refusal } from '#lib/errors.ts'
import { decodeCursor, encodeCursor } from '#lib/list-cursor.ts'

/** The place of an item in a list with the newest first. `id` orders the items of one instant. */
export type NewestPlace = Readonly<{ at: number; id: string }>

/** The checksum of a cursor is not a signature: a client can make one up. */
const placeForm = /^(\d{1,15}) ([!-~]{1,64})$/

/** As `encodeCursor`, for a list with the newest first. */
export function encodePlace(list: string, { at, id }: NewestPlace): string {
  return encodeCursor(list, `${at} ${id}`)
}

/** @throws Refusal `invalid_request` unless {@link encodePlace} made the cursor for this list */
export function decodePlace(list: string, cursor: string): NewestPlace {
  const [, at, id] = placeForm.exec(decodeCursor(list, cursor)) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw new Refusal('invalid_request', { description: 'The cursor is not valid.', fields: { cursor: 'malformed' } })
}
