import { linkLifeMs, passwordLinkUrl } from '#lib/domain/people/password-links/password-link.ts'
import { type SetUpInput, setUpSchema } from '#lib/domain/people/password-links/schema.ts'
import { deleteUsableLinks, findUsableLink, insertLink, spendLink } from '#lib/domain/people/password-links/store.ts'
import { hashPassword } from '#lib/domain/people/passwords/password-hash.ts'
import { requireGoodPassword } from '#lib/domain/people/passwords/require-good-password.ts'
import { addUser } from '#lib/domain/people/users/create-user.ts'
import { hasOwner, hasPasswordUser } from '#lib/domain/people/users/list-store.ts'
import { lockOwners } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** Creates the first owner. An invalid field spends nothing. @throws Refusal `link_unusable`, `input_invalid` */
export async function setUp(services: Services, anonymous: Anonymous, { token, ...input }: SetUpInput): Promise<User> {
  const tokenHash = sha256(token)
  // Before hashing: without a link, a request must not cost a hash.
  if (!(await findUsableLink(services.db, tokenHash, ['set_up']))) throw new Refusal('link_unusable')
  const { password, ...fields } = parseInput(setUpSchema, input)
  await requireGoodPassword(services, { password, holder: fields })
  const passwordHash = await hashPassword(password, toClientNetwork(anonymous.address))
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    if (!(await spendLink(trx, tokenHash, ['set_up']))) throw new Refusal('link_unusable')
    // The CLI may have created an owner meanwhile.
    if (await hasOwner(trx)) throw new Refusal('link_unusable')
    return addUser(trx, anonymous, { ...fields, passwordHash, role: 'owner', accountScope: 'all', accountIds: [] })
  })
}

/**
 * Creates the link for the first owner: it works once, within 24 hours, and voids the earlier one, so the instance that
 * starts last prints the link that works. @returns undefined once an owner exists
 */
export async function ensureSetUpLink(services: Services): Promise<string | undefined> {
  const token = randomToken()
  const made = await services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await deleteUsableLinks(trx, null, ['set_up'])
    if (await hasOwner(trx)) return false
    await insertLink(trx, {
      tokenHash: sha256(token),
      purpose: 'set_up',
      userId: null,
      createdBy: 'operator',
      lifeMs: linkLifeMs.set_up,
    })
    return true
  })
  return made ? passwordLinkUrl(services.env.baseUrl, 'set_up', token) : undefined
}

/** Whether this link can still create the first owner, without spending it. */
export async function isSetUpLinkUsable({ db }: Services, token: string): Promise<boolean> {
  return (await findUsableLink(db, sha256(token), ['set_up'])) !== undefined
}

/**
 * How far this installation is set up. `new`: no user can sign in before the set-up link is used. `without-owner`: only
 * other users can. `done` is final, because the last active owner can't be removed.
 */
export async function readSetUpState(db: Db): Promise<'done' | 'without-owner' | 'new'> {
  if (await hasOwner(db)) return 'done'
  return (await hasPasswordUser(db)) ? 'without-owner' : 'new'
}
