import {
  type LinkToken,
  prepareLinkToken,
  replaceSetPasswordLink,
} from '#lib/domain/people/password-links/set-password-link.ts'
import type { ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import { findUserById, lockUser } from '#lib/domain/people/users/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'

type Invited = Readonly<{ id: string; token: LinkToken | undefined; isTakenOver?: boolean }>

/** Invites the users whom a change of a group took over: one by one, after it. */
export async function inviteTakenOver(services: Services, client: ScimClient, userIds: readonly string[]) {
  for (const id of userIds) {
    const token = await prepareInvitation(services)
    await services.db.transaction().execute(async (trx) => {
      await lockUser(trx, id)
      await inviteProvisioned({ services, trx, actor: client }, { id, token, isTakenOver: true })
    })
  }
}

/** The token of an invitation, made before the transaction; undefined without mail settings, which deliver the link. */
export async function prepareInvitation(services: Services): Promise<LinkToken | undefined> {
  return services.env.mail && prepareLinkToken(services)
}

/**
 * Mails an invitation, in place of an earlier one, to an active user without a way in: who never signed in, or was
 * taken over now. With it, the user links the company's own sign-in, or sets a password. The caller holds the user's
 * lock.
 */
export async function inviteProvisioned(
  { services, trx, actor: client }: UnitOfWork<ScimClient>,
  { id, token, isTakenOver = false }: Invited,
): Promise<void> {
  const user = await findUserById(trx, id)
  if (!token || !user || user.deactivatedAt !== null) return
  if (user.passwordSetAt !== null || user.linkedAt !== null) return
  if (user.lastSignInAt !== null && !isTakenOver) return
  await replaceSetPasswordLink(services, trx, { actor: client, user, token })
}
