import { upsertAccounts } from '../lib/accounts/store.ts'
import { readEnv } from '../lib/env.ts'
import { openCommandServices } from '../lib/services.ts'
import { operator } from '../lib/users/actor.ts'
import { createUser } from '../lib/users/create-user.ts'

const batch = 1_000

/** Somebody who may open every account. */
export const somebody = {
  name: 'Robin Example',
  email: 'robin@example.com',
  username: 'robin',
  password: 'seven quiet otters paddle east',
} as const

/** Fills the database of these variables with so many accounts, in bulk and without events, and with {@link somebody}. */
export async function fillWithAccounts(variables: Readonly<Record<string, string>>, count: number): Promise<void> {
  const services = await openCommandServices(readEnv(variables))
  for (let from = 0; from < count; from += batch) {
    const accounts = Array.from({ length: Math.min(batch, count - from) }, (_, at) => makeAccount(from + at))
    await services.db.transaction().execute((trx) => upsertAccounts(trx, accounts))
  }
  const actor = operator('measurement', 'req_measurement')
  await createUser(services, actor, { ...somebody, role: 'owner', accountScope: 'all', accountIds: [] })
  await services.db.destroy()
}

function makeAccount(number: number) {
  const digits = String(number).padStart(7, '0')
  return { id: `acc-${digits}`, name: `Mill and Sons ${digits}`, locale: 'en-gb', deepPath: null }
}
