import type { Db } from '#lib/db/database.ts'
import { readBackUrlOrigin } from '#lib/return-addresses/back-url.ts'
import { isRegisteredOrigin } from '#lib/return-addresses/store.ts'

/** Whether people may be sent to this URL now: well-formed, and its origin is a return address or the product's own. */
export async function acceptsBackUrl(db: Db, baseUrl: string, backUrl: string): Promise<boolean> {
  const origin = readBackUrlOrigin(backUrl)
  if (!origin) return false
  return origin === baseUrl || isRegisteredOrigin(db, origin)
}
