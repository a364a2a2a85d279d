import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { issueRefreshTokenFamily } from '#lib/domain/tokens/refresh-tokens/issue-refresh-token-family.ts'
import { countUse, type UsageName, type UsageSubject } from '#lib/foundation/buffers/usage-counts.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { newRequestId, type RequestContext } from '#lib/kernel/request-context.ts'
import { demoAccounts } from '#lib/server/demo/accounts.ts'
import { openAccount, type Past, signInThen } from '#lib/server/demo/past.ts'
import { demoPeople, demoService } from '#lib/server/demo/people.ts'

const daysSinceRotation = 5
const exportContext = { address: '198.51.100.20', requestId: newRequestId() }
const shopContext = { address: '198.51.100.34', requestId: newRequestId() }
const otherShopContext = { address: '198.51.100.35', requestId: newRequestId() }

type Key = Readonly<{ id: string; secret: string }>
/** A server of the shop, with the secret that it uses. */
type ShopServer = Readonly<{ secret: string; context: RequestContext }>

/**
 * Keys in every state and with every kind of limit, generated `daysAgo`.
 * @returns a function that presents two of them, and rotates one, so many days before `today`
 */
export async function insertKeys(past: Past, today: number, daysAgo: number): Promise<(day: number) => Promise<void>> {
  const { services, actor, setClock } = past
  const owner = await getUserByName(services, actor, demoPeople.owner.username)
  const service = await getUserByName(services, actor, demoService.username)
  const generate = (input: Pick<NewApiKeyInput, 'name' | 'ownerId'> & Partial<NewApiKeyInput>) =>
    generateApiKey(services, actor, { expiresInDays: null, ...input })
  const networks = ['198.51.100.16/28', '2001:db8:20::/48']
  const accountIds = demoAccounts.slice(0, 3).map(({ id }) => id)
  const nightly = await generate({ name: 'Nightly export', ownerId: owner.id, expiresInDays: daysAgo + 4, networks })
  const shop = await generate({ name: 'Shop', ownerId: service.id })
  await generate({ name: 'Spring trial', ownerId: service.id, expiresInDays: 14, accountIds })
  const oldShop = await generate({ name: 'Old shop', ownerId: service.id })
  const reports = await generate({ name: 'Reports', ownerId: owner.id, expiresInDays: 90, scopes: ['introspect'] })
  setClock(today - 20 * dayMs + 10 * hourMs)
  await revokeApiKey(services, actor, oldShop.id)
  setClock(today - 20 * dayMs + 11 * hourMs)
  await disableApiKey(services, actor, reports.id)
  let servers: readonly ShopServer[] = [{ context: shopContext, secret: shop.secret }]
  return async (day) => {
    const midnight = today - day * dayMs
    setClock(midnight + 2 * hourMs)
    await issueRefreshTokenFamily(services, exportContext, { keyId: nightly.id, secret: nightly.secret })
    if (day === daysSinceRotation) servers = await rotateShop(past, midnight, shop)
    setClock(midnight + 6 * hourMs)
    const client = { kind: 'program', userId: service.id, name: service.name, ...shopContext } as const
    for (const { context, secret } of servers) {
      const { secretId } = await issueRefreshTokenFamily(services, context, { keyId: shop.id, secret })
      const account = context === shopContext ? demoAccounts[(midnight / dayMs) % 200] : undefined
      await openAccount(services, client, { account, via: shop.id, secretId })
      countCalls(services, { day: midnight / dayMs, share: 1 / servers.length }, { keyId: shop.id, secretId })
    }
    await writeUsage(services)
  }
}

/**
 * Hands the shop's next secret over to its integrator. One server of the shop gets it; the other goes on with the
 * former one.
 */
async function rotateShop(past: Past, midnight: number, shop: Key): Promise<ShopServer[]> {
  const { services, setClock } = past
  setClock(midnight + 3 * hourMs)
  const admin = await signInThen(past, demoPeople.admin, '192.0.2.30')
  const { url } = await handOverKey(services, admin, { keyId: shop.id, retireAfter: '7d' })
  setClock(midnight + 4 * hourMs)
  const integrator = { kind: 'visitor', address: '198.51.100.33', requestId: newRequestId() } as const
  const { secret } = await takeHandOver(services, integrator, new URL(url).searchParams.get('token') ?? '')
  return [
    { context: shopContext, secret },
    { context: otherShopContext, secret: shop.secret },
  ]
}

/** A share of the calls of a program on a day, with the mistakes that programs make. */
function countCalls(
  services: Services,
  { day, share }: Readonly<{ day: number; share: number }>,
  subject: UsageSubject,
): void {
  const count = (name: UsageName, times: number) => {
    for (let n = 0; n < Math.round(times * share); n++) countUse(services, name, subject)
  }
  count('token-issued', 2)
  count('token-refreshed', 9 + (day % 5))
  if (day % 3 === 0) count('refused:grant_used', 1)
  if (day % 7 === 0) count('refused:grant_expired', 2)
  if (day % 11 === 0) count('refused:invalid_client', 4)
}
