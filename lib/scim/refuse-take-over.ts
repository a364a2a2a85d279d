import { recordEvent } from '#lib/audit/store.ts'
import { isRefusal } from '#lib/errors.ts'
import { queueMail } from '#lib/mails/queue-mail.ts'
import { managersOf } from '#lib/permissions.ts'
import type { ScimClient } from '#lib/scim/scim-client.ts'
import { chooseEmail, type WantedUser } from '#lib/scim/scim-user.ts'
import { findHoldersOfUnproven } from '#lib/scim/users-store.ts'
import type { Services } from '#lib/services.ts'
import { userEvent } from '#lib/users/user.ts'

/**
 * Tells managers that the directory wants a name which another user chose without a proof: one of both is wrong, and only a
 * person can say which. After the refused transaction, in one of its own.
 * @throws the given error
 */
export async function refuseTakeOver(
  services: Services,
  client: ScimClient,
  wanted: WantedUser | undefined,
  error: unknown,
): Promise<never> {
  if (!isRefusal(error) || error.scimType !== 'uniqueness' || !wanted) throw error
  const { userName } = wanted
  const holders = await findHoldersOfUnproven(services.db, [userName, chooseEmail(wanted) ?? ''])
  for (const { id, name, role } of holders) {
    await services.db.transaction().execute(async (trx) => {
      await recordEvent(trx, client, userEvent('user.provisioning_refused', { id, name }, { userName }))
      const facts = { userId: id, user: name, userName }
      await queueMail(services, trx, { kind: 'provisioning_refused', facts }, { roles: managersOf(role) })
    })
  }
  throw error
}
