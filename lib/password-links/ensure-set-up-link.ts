import { randomToken, sha256 } from '#lib/crypto.ts'
import { passwordLinkUrl } from '#lib/password-links/password-link.ts'
import { deleteUsableLinks, insertLink } from '#lib/password-links/store.ts'
import type { Services } from '#lib/services.ts'
import { ownerExists } from '#lib/users/owner-exists.ts'
import { lockOwners } from '#lib/users/user-locks.ts'

/**
 * The address at which the first owner is created, to print at the start: 24 hours, one use. Each call makes a new
 * link and voids the one before, because only its hash is kept: of several instances the one that starts last prints the
 * link that works.
 * @returns undefined once there is an owner
 */
export async function ensureSetUpLink(services: Services): Promise<string | undefined> {
  const token = randomToken()
  const made = await services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await deleteUsableLinks(trx, 'set_up', null)
    if (await ownerExists(trx)) return false
    await insertLink(trx, { tokenHash: sha256(token), purpose: 'set_up', userId: null, createdBy: 'operator' })
    return true
  })
  return made ? passwordLinkUrl(services.env.baseUrl, 'set_up', token) : undefined
}
