import type { ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import { chooseEmail, type WantedUser } from '#lib/domain/people/scim/scim-user.ts'
import { findHoldersOfUnproven } from '#lib/domain/people/scim/users-store.ts'
import { userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { managersOf } from '#lib/foundation/authorization/permissions.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

/**
 * Tells managers that the directory wants a name which another user chose without a proof: one of both is wrong, and
 * only a person can say which. After the refused transaction, in one of its own.
 * @throws the given error
 */
export async function refuseTakeOver(
  services: Services,
  client: ScimClient,
  { wanted, error }: Readonly<{ wanted: WantedUser | undefined; error: unknown }>,
): Promise<never> {
  if (!isRefusal(error) || error.scimType !== 'uniqueness' || !wanted) throw error
  const { userName } = wanted
  const holders = await findHoldersOfUnproven(services.db, [userName, chooseEmail(wanted) ?? ''])
  for (const { id, name, role } of holders) {
    await services.db.transaction().execute(async (trx) => {
      await recordEvent(trx, client, userEvent('user.provisioning_refused', { id, name }, { userName }))
      const facts = { userId: id, user: name, userName }
      await queueMail(services, trx, { kind: 'provisioning_refused', facts, to: { roles: managersOf(role) } })
    })
  }
  throw error
}
