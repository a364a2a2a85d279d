import { sha256 } from '#lib/crypto.ts'
import { findUsableLink } from '#lib/password-links/store.ts'
import type { Services } from '#lib/services.ts'

/** Whether this link can still create the first owner, without spending it. */
export async function isSetUpLinkUsable(services: Services, token: string): Promise<boolean> {
  return (await findUsableLink(services.db, sha256(token), 'set_up')) !== undefined
}
