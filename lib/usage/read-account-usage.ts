import type { Actor } from '#lib/actor.ts'
import { dayMs } from '#lib/clock.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { listOpeners, portalOpener } from '#lib/usage/key-usage-store.ts'
import { writeUsage } from '#lib/usage/write-usage.ts'

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
  const rows = await listOpeners(db, accountId, now - (now % dayMs) - (shownDays - 1) * dayMs, maxOpeners)
  return rows.map(({ opener, name, count }) => ({
    keyId: opener === portalOpener ? null : opener,
    name: name ?? opener,
    count: Number(count),
  }))
}
