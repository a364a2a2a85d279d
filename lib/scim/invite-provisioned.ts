import type { DbTransaction } from '#lib/db/database.ts'
import { type LinkToken, prepareLinkToken, replaceSetPasswordLink } from '#lib/password-links/set-password-link.ts'
import type { ScimClient } from '#lib/scim/scim-client.ts'
import type { Services } from '#lib/services.ts'
import { findUserById } from '#lib/users/store.ts'

/** The token of an invitation, made before the transaction; undefined without mail settings, which deliver the link. */
export async function prepareInvitation(services: Services): Promise<LinkToken | undefined> {
  return services.env.mail && prepareLinkToken(services)
}

/**
 * Mails an invitation to an active user who never signed in and has no password, in place of an earlier one. With it, the
 * user links the company's own sign-in, or sets a password. The caller holds the user's lock.
 */
export async function inviteProvisioned(
  services: Services,
  trx: DbTransaction,
  client: ScimClient,
  { id, token }: Readonly<{ id: string; token: LinkToken | undefined }>,
): Promise<void> {
  const user = await findUserById(trx, id)
  if (!token || !user || user.deactivatedAt !== null) return
  if (user.passwordSetAt !== null || user.lastSignInAt !== null) return
  await replaceSetPasswordLink(services, trx, { actor: client, user, token })
}
