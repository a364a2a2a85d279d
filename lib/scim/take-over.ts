import { recordEvent } from '#lib/audit/store.ts'
import { deleteApp } from '#lib/authenticator-apps/store.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { deleteNameChange } from '#lib/name-changes/store.ts'
import { deletePasskeysOf } from '#lib/passkeys/store.ts'
import { passwordPurposes } from '#lib/password-links/password-link.ts'
import { deleteUsableLinks } from '#lib/password-links/store.ts'
import { endAllSessions } from '#lib/portal-sessions/end-sessions.ts'
import { deleteCodes } from '#lib/recovery-codes/store.ts'
import type { ScimClient } from '#lib/scim/scim-client.ts'
import { scimRefusal } from '#lib/scim/scim-refusal.ts'
import type { ScimUser } from '#lib/scim/scim-user.ts'
import { writeScimUser } from '#lib/scim/users-store.ts'
import type { Services } from '#lib/services.ts'
import { clearPassword } from '#lib/users/store.ts'
import { userEvent } from '#lib/users/user.ts'

/**
 * Makes a user of the portal one whom the directory manages, at its first change. What the directory gives is for the person
 * whom it means, so whatever let someone in before ends: sessions, password, passkeys, authenticator app, recovery codes
 * and links. The caller holds the user's lock.
 * @returns whether the directory did not manage the user before
 * @throws Refusal `uniqueness` if another user of the directory has the name
 */
export async function takeOver(
  services: Services,
  trx: DbTransaction,
  client: ScimClient,
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
