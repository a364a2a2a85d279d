import { holdsFactor, lacksFactor } from '#lib/domain/people/users/store.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** Active owners who have a passkey or an authenticator app. */
export function countOwnersWithFactor(db: Db): Promise<number> {
  const owners = db.selectFrom('users').where('users.role', '=', 'owner').where('deactivated_at', 'is', null)
  return countRows(owners.where(holdsFactor))
}

/** Active users with one of these roles who have neither a passkey nor an app, and sign in without one. */
export function countUsersWithoutFactor(db: Db, roles: readonly PortalRole[]): Promise<number> {
  return countRows(db.selectFrom('users').where('users.role', 'in', roles).where(lacksFactor))
}
