import { listOpeners, portalOpener } from '#lib/domain/keys/usage/key-usage-store.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'

const maxOpeners = 10
const shownDays = 30

/** `keyId` is null for users of the portal. */
export type Opener = Readonly<{ keyId: string | null; name: string; count: number }>

/** Who opened an account how often in the last 30 days, the most frequent first. @throws Refusal `forbidden` */
export async function readAccountUsage(
  services: Services,
  actor: Actor,
  accountId: string,
): Promise<readonly Opener[]> {
  requireManager(actor)
  await writeUsage(services)
  const { db, clock } = services
  const now = clock.now()
  const rows = await listOpeners(db, accountId, {
    since: now - (now % dayMs) - (shownDays - 1) * dayMs,
    limit: maxOpeners,
  })
  return rows.map(({ opener, name, count }) => ({
    keyId: opener === portalOpener ? null : opener,
    name: name ?? opener,
    count: Number(count),
  }))
}
