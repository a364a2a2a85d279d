import type { NewAccount } from '#lib/accounts/account.ts'
import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'
import { disableApiKey } from '#lib/api-keys/disable-api-key.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { revokeApiKey } from '#lib/api-keys/revoke-api-key.ts'
import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'
import { getDemoUser } from '#lib/demo-data/insert-people.ts'
import type { Past } from '#lib/demo-data/past.ts'
import { demoPeople, demoService } from '#lib/demo-data/people.ts'
import type { Random } from '#lib/demo-data/random.ts'
import { recordOpening, sourceAt } from '#lib/demo-data/work-day.ts'
import { openFamily } from '#lib/refresh-tokens/open-family.ts'
import type { Operator } from '#lib/users/actor.ts'

const exportAddress = '198.51.100.20'
const shopAddress = '198.51.100.34'

/** Keys in every state, two of them with a month of use behind them. */
export async function insertKeys(
  past: Past,
  actor: Operator,
  month: Readonly<{ days: readonly number[]; accounts: readonly NewAccount[]; random: Random }>,
): Promise<void> {
  const { services, setClock } = past
  const [first = services.clock.now()] = month.days
  const owner = await getDemoUser(services, demoPeople.owner.username)
  const program = await getDemoUser(services, demoService.username)
  const generate = (name: string, ownerId: string, expiresInDays: number | null) =>
    generateApiKey(services, actor, { name, ownerId, expiresInDays })

  setClock(first + 9 * hourMs)
  const nightly = await generate('Nightly export', owner.id, 365)
  const shop = await generate('Shop', program.id, null)
  await generate('Spring trial', program.id, 14)
  const oldShop = await generate('Old shop', program.id, null)
  const paused = await generate('Reports', owner.id, 90)
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
