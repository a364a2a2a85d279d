import { type Operator, operator } from '#lib/actor.ts'
import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'
import { dayMs } from '#lib/clock.ts'
import { insertAccounts } from '#lib/demo/insert-accounts.ts'
import { insertHistory } from '#lib/demo/insert-history.ts'
import { insertKeys } from '#lib/demo/insert-keys.ts'
import { insertPeople } from '#lib/demo/insert-people.ts'
import { makeAccounts } from '#lib/demo/make-accounts.ts'
import { inThePast, type Past } from '#lib/demo/past.ts'
import { createRandom } from '#lib/demo/random.ts'
import { renewDemoKey } from '#lib/demo/renew-demo-key.ts'
import { holdsUsers, readDemoState, writeDemoState } from '#lib/demo/store.ts'
import { EnvError } from '#lib/env.ts'
import { newRequestId } from '#lib/request-context.ts'
import { addReturnAddress } from '#lib/return-addresses/add-return-address.ts'
import { listReturnAddresses } from '#lib/return-addresses/list-return-addresses.ts'
import type { Services } from '#lib/services.ts'

const accountCount = 10_000
const monthDays = 30
const returnAddresses = ['http://localhost:4000', 'https://app.example.com']

/** What a visitor needs to begin: the key is new at every start, because its secret can be shown only once. */
export type Demo = Readonly<{ key: GeneratedApiKey; accountId: string; locale: string; accounts: number }>

/**
 * Fills a new database with a demonstration: companies, people, keys and a month of work, made by the product's own
 * use cases. Started again it adds nothing but a fresh key.
 * @param onProgress is told in a sentence what takes a moment
 * @throws EnvError where the database holds users of its own: known passwords may not stand beside real data
 */
export async function insertDemoData(services: Services, onProgress: (sentence: string) => void): Promise<Demo> {
  const actor = operator('demonstration', newRequestId())
  const state = await readDemoState(services.db)
  if (state === 'absent' && (await holdsUsers(services.db))) {
    throw new EnvError(
      `DATA_DIR ${services.env.dataDir} holds users of its own: give the demonstration another folder.`,
    )
  }
  if (state !== 'complete') {
    onProgress(`Making demonstration data: ${accountCount.toLocaleString('en')} accounts, people and a month of work …`)
    await writeDemoState(services.db, 'begun')
    await inThePast(services, startOfMonth(services), (past) => liveThroughTheMonth(past, actor))
    await writeDemoState(services.db, 'complete')
  }
  const key = await renewDemoKey(services, actor)
  const account = makeAccounts(100).find(({ locale }) => locale === 'de-at')
  return { key, accountId: account?.id ?? '', locale: account?.locale ?? '', accounts: accountCount }
}

async function liveThroughTheMonth(past: Past, actor: Operator): Promise<void> {
  const { services } = past
  const accounts = makeAccounts(accountCount)
  const random = createRandom(accountCount)
  const first = services.clock.now()
  const days = Array.from({ length: monthDays }, (_, index) => first + index * dayMs)
  await insertAccounts(services, actor, accounts)
  await insertPeople(services, actor, accounts)
  const known = (await listReturnAddresses(services, actor)).map(({ origin }) => origin)
  for (const origin of returnAddresses) {
    if (!known.includes(origin)) await addReturnAddress(services, actor, { origin })
  }
  await insertKeys(past, actor, { days, accounts: accounts.slice(0, 200), random })
  await insertHistory(past, { days, accounts, random })
}

/** Midnight UTC, so many days ago that the last one is yesterday. */
function startOfMonth({ clock }: Services): number {
  const now = clock.now()
  return now - (now % dayMs) - monthDays * dayMs
}
