import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import { findNamedUser } from '#lib/users/find-named-user.ts'
import type { User } from '#lib/users/user.ts'

/**
 * The user that an argument names.
 * @throws Refusal `not_found`
 */
export async function getNamedUser({ db }: Services, emailOrUsername: string): Promise<User> {
  const user = await findNamedUser(db, emailOrUsername)
  if (!user) throw new Refusal('not_found', { description: 'No user has this e-mail address or user name.' })
  return user
}
