import { type SqlBool, sql } from 'kysely'
import type { NewestPlace } from '#lib/kernel/newest-first.ts'

/**
 * Whether a row comes after this place in the order `<at> desc, <id>`. The first comparison alone is for the index of
 * the instant.
 * @param at the column of the instant
 * @param id the column of the ID
 */
export function isAfterPlace(at: string, id: string, place: NewestPlace) {
  const [instant, key] = [sql.ref(at), sql.ref(id)]
  return sql<SqlBool>`(${instant} <= ${place.at} and (${instant} < ${place.at} or ${key} > ${place.id}))`
}
