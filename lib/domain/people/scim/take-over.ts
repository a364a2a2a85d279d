import { deleteNameChange } from '#lib/domain/people/name-changes/store.ts'
import { passwordPurposes } from '#lib/domain/people/password-links/password-link.ts'
import { deleteUsableLinks } from '#lib/domain/people/password-links/store.ts'
import type { ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import type { ScimUser } from '#lib/domain/people/scim/scim-user.ts'
import { writeScimUser } from '#lib/domain/people/scim/users-store.ts'
import { clearPassword } from '#lib/domain/people/users/store.ts'
import { userEvent } from '#lib/domain/people/users/user.ts'
import { deleteApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { deletePasskeysOf } from '#lib/domain/sign-in/passkeys/store.ts'
import { endAllSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { deleteCodes } from '#lib/domain/sign-in/recovery-codes/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'

/**
 * Makes a user of the portal one whom the directory manages, at its first change. What the directory gives is for the
 * person whom it means, so whatever let someone in before ends: sessions, password, passkeys, authenticator app,
 * recovery codes and links. The caller holds the user's lock.
 * @returns whether the directory did not manage the user before
 * @throws Refusal `uniqueness` if another user of the directory has the name
 */
export async function takeOver(
  { services, trx, actor: client }: UnitOfWork<ScimClient>,
  user: ScimUser,
): Promise<boolean> {
  if (user.isManaged) return false
  const { id, name } = user
  await endAllSessions(services, trx, id)
  await clearPassword(trx, id)
  await deletePasskeysOf(trx, id)
  await deleteApp(trx, id)
  await deleteCodes(trx, id)
  await deleteUsableLinks(trx, id, [...passwordPurposes, 'confirm_email'])
  await deleteNameChange(trx, id)
  if (!(await writeScimUser(trx, user)))
    throw scimRefusal('uniqueness', 'Another user has this userName or externalId.')
  await recordEvent(trx, client, userEvent('user.provisioned', { id, name }))
  return true
}
