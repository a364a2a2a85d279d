import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { countUsers, listUserRows } from '#lib/users/list-store.ts'
import type { UserSummary } from '#lib/users/user.ts'

const usersPerPage = 50

export type UserPage = Readonly<{
  users: readonly UserSummary[]
  /** How many users the search finds on all pages. */
  total: number
  /** From 1 to {@link UserPage.pages}. A request beyond them gets the last page. */
  page: number
  pages: number
}>

/**
 * A page of users by name. A search finds users whose name, username and email address contain every word.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function listUsers(
  services: Services,
  actor: Actor,
  {
    search = '',
    page = 1,
    perPage = usersPerPage,
  }: Readonly<{ search?: string; page?: number; perPage?: number }> = {},
): Promise<UserPage> {
  requireManager(actor)
  const total = await countUsers(services.db, search)
  const pages = Math.max(1, Math.ceil(total / perPage))
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), pages)
  const users = await listUserRows(services.db, { search, offset: (shown - 1) * perPage, limit: perPage })
  return { users, total, page: shown, pages }
}
