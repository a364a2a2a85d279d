import type { Anonymous } from '#lib/actor.ts'
import { toClientNetwork } from '#lib/client-network.ts'
import { sha256 } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { type SetUpInput, setUpSchema } from '#lib/password-links/schema.ts'
import { findUsableLink, spendLink } from '#lib/password-links/store.ts'
import { hashPassword } from '#lib/passwords/password-hash.ts'
import { requireGoodPassword } from '#lib/passwords/password-policy.ts'
import type { Services } from '#lib/services.ts'
import { addUser } from '#lib/users/add-user.ts'
import { ownerExists } from '#lib/users/owner-exists.ts'
import type { User } from '#lib/users/user.ts'
import { lockOwners } from '#lib/users/user-locks.ts'

/**
 * Creates the first owner, by the link that the start printed. A refused field spends nothing.
 * @throws Refusal `link_unusable`, whatever the reason; `input_invalid`
 */
export async function setUp(services: Services, visitor: Anonymous, { token, ...input }: SetUpInput): Promise<User> {
  const tokenHash = sha256(token)
  // First, so that nobody makes this server hash passwords without a link.
  if (!(await findUsableLink(services.db, tokenHash, 'set_up'))) throw new Refusal('link_unusable')
  const { password, ...fields } = parseInput(setUpSchema, input)
  requireGoodPassword(password, fields)
  const passwordHash = await hashPassword(password, toClientNetwork(visitor.address))
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    if (!(await spendLink(trx, tokenHash, 'set_up'))) throw new Refusal('link_unusable')
    // The command line may have made an owner meanwhile: then the one who holds the link is not the first any more.
    if (await ownerExists(trx)) throw new Refusal('link_unusable')
    return addUser(trx, visitor, { ...fields, passwordHash, role: 'owner', accountScope: 'all', accountIds: [] })
  })
}
