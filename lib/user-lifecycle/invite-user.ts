import type { Actor } from '#lib/actor.ts'
import type { PasswordLink } from '#lib/password-links/password-link.ts'
import { replaceSetPasswordLink } from '#lib/password-links/set-password-link.ts'
import type { Services } from '#lib/services.ts'
import { addUser, type CreateUserInput, checkNewUser } from '#lib/users/create-user.ts'
import type { User } from '#lib/users/user.ts'

/** A new user, and the link with which they set their password. Service users and users with a password need no link. */
export type InvitedUser = Readonly<{ user: User; link: PasswordLink | undefined }>

/**
 * Creates a user together with their set-password link, in one transaction.
 * @throws Refusal as `createUser` does
 */
export async function inviteUser(services: Services, actor: Actor, input: CreateUserInput): Promise<InvitedUser> {
  const added = await checkNewUser(services, actor, input)
  return services.db.transaction().execute(async (trx) => {
    const user = await addUser(trx, actor, added)
    const needsLink = user.role !== 'service' && user.passwordSetAt === null
    return { user, link: needsLink ? await replaceSetPasswordLink(services, trx, actor, user) : undefined }
  })
}
