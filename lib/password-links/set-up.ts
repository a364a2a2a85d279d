import type { Anonymous } from '#lib/actor.ts'
import { sha256 } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { type SetUpInput, setUpSchema } from '#lib/password-links/schema.ts'
import { findUsableLink, spendLink } from '#lib/password-links/store.ts'
import { hashPassword } from '#lib/passwords/password-hash.ts'
import { requireGoodPassword } from '#lib/passwords/password-policy.ts'
import { toClientNetwork } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'
import { addUser } from '#lib/users/create-user.ts'
import { hasOwner } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'
import { lockOwners } from '#lib/users/user-locks.ts'

/**
 * Creates the first owner with the link that the server printed at its start. An invalid field spends nothing.
 * @throws Refusal `link_unusable`; `input_invalid`
 */
export async function setUp(services: Services, anonymous: Anonymous, { token, ...input }: SetUpInput): Promise<User> {
  const tokenHash = sha256(token)
  // Before hashing: without a link, a request must not cost a hash.
  if (!(await findUsableLink(services.db, tokenHash, 'set_up'))) throw new Refusal('link_unusable')
  const { password, ...fields } = parseInput(setUpSchema, input)
  requireGoodPassword(password, fields)
  const passwordHash = await hashPassword(password, toClientNetwork(anonymous.address))
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    if (!(await spendLink(trx, tokenHash, 'set_up'))) throw new Refusal('link_unusable')
    // The CLI may have created an owner meanwhile.
    if (await hasOwner(trx)) throw new Refusal('link_unusable')
    return addUser(trx, anonymous, { ...fields, passwordHash, role: 'owner', accountScope: 'all', accountIds: [] })
  })
}
