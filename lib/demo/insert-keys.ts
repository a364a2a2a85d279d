import type { NewAccount } from '#lib/accounts/account.ts'
import type { Operator } from '#lib/actor.ts'
import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'
import { disableApiKey } from '#lib/api-keys/disable-api-key.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/api-keys/schema.ts'
import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'
import { getDemoUser } from '#lib/demo/insert-people.ts'
import type { Past } from '#lib/demo/past.ts'
import { demoPeople, demoService } from '#lib/demo/people.ts'
import type { Random } from '#lib/demo/random.ts'
import { recordOpening, sourceAt } from '#lib/demo/work-day.ts'
import { openFamily } from '#lib/refresh-tokens/open-family.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'

const exportAddress = '198.51.100.20'
const exportNetworks = ['198.51.100.16/28', '2001:db8:20::/48']
const shopAddress = '198.51.100.34'

type KeyLimits = Pick<NewApiKeyInput, 'scopes' | 'accountIds' | 'networks'>

/** Keys in every state and with every kind of limit, two of them with a month of use behind them. */
export async function insertKeys(
  past: Past,
  actor: Operator,
  month: Readonly<{ days: readonly number[]; accounts: readonly NewAccount[]; random: Random }>,
): Promise<void> {
  const { services, setClock } = past
  const [first = services.clock.now()] = month.days
  const owner = await getDemoUser(services, demoPeople.owner.username)
  const program = await getDemoUser(services, demoService.username)
  const generate = (name: string, ownerId: string, expiresInDays: number | null, limits: KeyLimits = {}) =>
    generateApiKey(services, actor, { name, ownerId, expiresInDays, ...limits })

  setClock(first + 9 * hourMs)
  const nightly = await generate('Nightly export', owner.id, 365, { networks: exportNetworks })
  const shop = await generate('Shop', program.id, null)
  await generate('Spring trial', program.id, 14, { accountIds: month.accounts.slice(0, 3).map(({ id }) => id) })
  const oldShop = await generate('Old shop', program.id, null)
  const paused = await generate('Reports', owner.id, 90, { scopes: ['introspect'] })
  setClock(first + 8 * dayMs + 10 * hourMs)
  await revokeApiKey(services, actor, oldShop.id)
  setClock(first + 15 * dayMs + 14 * hourMs)
  await disableApiKey(services, actor, paused.id)

  for (const day of month.days.slice(1)) {
    setClock(day + 2 * hourMs)
    await presentKey(past, nightly, exportAddress)
    setClock(day + 6 * hourMs + month.random.below(600) * minuteMs)
    await presentKey(past, shop, shopAddress)
    const account = month.accounts[month.random.below(month.accounts.length)]
    const actingProgram = { kind: 'program', userId: program.id, name: program.name, ...sourceAt(shopAddress) } as const
    if (account) await recordOpening(past, actingProgram, account, shop.id)
  }
}

async function presentKey({ services }: Past, { id, secret }: GeneratedApiKey, address: string): Promise<void> {
  await openFamily(services, sourceAt(address), { keyId: id, secret })
}
