import { randomToken, sha256 } from '#lib/crypto.ts'
import { passwordLinkUrl } from '#lib/password-links/password-link.ts'
import { deleteUsableLinks, insertLink } from '#lib/password-links/store.ts'
import type { Services } from '#lib/services.ts'
import { hasOwner } from '#lib/users/store.ts'
import { lockOwners } from '#lib/users/user-locks.ts'

/**
 * Creates the link for creating the first owner: it works once, within 24 hours. Each call voids the earlier link, of which
 * only the hash is stored: of several instances, the one that starts last prints the link that works.
 * @returns undefined once an owner exists
 */
export async function ensureSetUpLink(services: Services): Promise<string | undefined> {
  const token = randomToken()
  const made = await services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await deleteUsableLinks(trx, 'set_up', null)
    if (await hasOwner(trx)) return false
    await insertLink(trx, { tokenHash: sha256(token), purpose: 'set_up', userId: null, createdBy: 'operator' })
    return true
  })
  return made ? passwordLinkUrl(services.env.baseUrl, 'set_up', token) : undefined
}
