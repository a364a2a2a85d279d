import { setTimeout as sleep } from 'node:timers/promises'
import { importAccounts } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { CaseContext } from '../harness/case-context.ts'
import { createFixtures, testOperator } from '../harness/fixtures.ts'
import { signInAgent } from '../harness/sign-in-agent.ts'
import { AcknowledgedState, generationOf } from '../ledger/acknowledged-state.ts'
import { Commands } from '../ledger/commands.ts'
import { Ledger } from '../ledger/ledger.ts'
import { runRetryingLoad } from '../ledger/retrying-load.ts'
import { reuse } from '../ledger/verify-responses.ts'
import type { Faults } from '../resilience-test.ts'

/** The credentials and sessions from before the upgrade. */
export type Past = Readonly<{
  ledger: Ledger
  state: AcknowledgedState
  cookies: string
  accountIds: readonly string[]
}>

const longestMs = 30_000

/** Runs users, clients, commands and an import against the product for a while, then stops it. */
export async function makePast(context: CaseContext, faults: Faults): Promise<Past> {
  const fixtures = await createFixtures(context)
  const cookies = await context.withServices(async (services) => {
    await importMany(services, context.pick(20_000, 300))
    await addOwner(services)
    return (await signInAgent(services)).cookies
  })
  const instance = await context.start()
  const ledger = await Ledger.open(context.file('ledger'))
  const state = new AcknowledgedState()
  ledger.onEntry((entry) => state.add(entry))
  const load = { send: instance.send, ledger, faults, restMs: context.pick(5, 50, 5), mayAskTwice: false }
  const workload = {
    ...fixtures,
    keysToRotate: [],
    cookies,
    ...load,
    over: false,
    repeated: 0,
    refusedLate: 0,
    openedInSilence: [],
  }
  const commands = new Commands({
    root: context.root,
    variables: await context.variables(),
    ledger,
    state,
    rotates: false,
  })
  const atWork = Promise.all([runRetryingLoad(workload, 9), commands.work()])
  await sleep(context.pick(20_000, 1_000, 3_000))
  // Commands are slow.
  const leastKeys = context.pick(2, 1, 2)
  for (const since = performance.now(); state.keys.size < leastKeys && performance.now() - since < longestMs; )
    await sleep(100)
  workload.over = true
  commands.kill()
  await atWork
  const [stolen] = [...state.families.values()].filter(({ newest }) => generationOf(newest) > 5)
  if (stolen) await reuse({ send: instance.send, state, ledger, faults }, stolen)
  await instance.stop()
  return { ledger, state, cookies, accountIds: fixtures.accountIds }
}

/** Without an owner, every start creates a set-up link. */
async function addOwner(services: Services): Promise<void> {
  const fields = { email: 'owner@example.com', username: 'owner', name: 'Owner', role: 'owner' } as const
  await createUser(services, testOperator, { ...fields, accountScope: 'all', accountIds: [] })
}

async function importMany(services: Services, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `old-${index},Älteres Konto № ${index}`)
  const file = await parseAccountCsv(Buffer.from(`id,name\n${lines.join('\n')}\n`))
  await importAccounts(services, testOperator, { file, fileName: 'old.csv', skipBad: false })
}
