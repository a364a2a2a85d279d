import { Refusal } from '#lib/kernel/errors.ts'

/** The place of an item in a list with the newest first. `id` orders the items of one instant. */
export type NewestPlace = Readonly<{ at: number; id: string }>

/** The checksum of a cursor is not a signature: a client can make one up. */
const placeForm = /^(\d{1,15}) ([!-~]{1,64})$/

/** For the cursor of a list with the newest first. */
export function formatPlace({ at, id }: NewestPlace): string {
  return `${at} ${id}`
}

/** @param after undefined at the beginning. @throws Refusal `invalid_request` unless {@link formatPlace} made it */
export function parsePlace(after: string | undefined): NewestPlace | undefined {
  if (after === undefined) return undefined
  const [, at, id] = placeForm.exec(after) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw new Refusal('invalid_request', { description: 'The cursor is not valid.', fields: { cursor: 'malformed' } })
}
