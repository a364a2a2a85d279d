import { setTimeout as sleep } from 'node:timers/promises'
import { importAccounts } from '#lib/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/account-imports/parse-account-csv.ts'
import { dayMs } from '#lib/clock.ts'
import type { Services } from '#lib/services.ts'
import { createUser } from '#lib/users/create-user.ts'
import { Book, generationOf } from '../ledger/book.ts'
import { Commands } from '../ledger/commands.ts'
import { Ledger } from '../ledger/ledger.ts'
import { workPatiently } from '../ledger/patient-load.ts'
import { reuse } from '../ledger/verify-answers.ts'
import type { Bench } from '../rig/bench.ts'
import { signInAgent } from '../rig/person.ts'
import { prepareScene, stagehand } from '../rig/scene.ts'
import type { Faults } from '../trial.ts'

/** What people and programs have of the product, from before the upgrade. */
export type Past = Readonly<{ ledger: Ledger; book: Book; cookies: string; accountIds: readonly string[] }>

const longestMs = 30_000

/** Lets people, programs and commands work with the product for a while, and accounts be imported; then stops it. */
export async function makePast(bench: Bench, faults: Faults): Promise<Past> {
  const scene = await prepareScene(bench)
  const cookies = await bench.withServices(async (services) => {
    await importMany(services, bench.pick(20_000, 300))
    await addOwner(services)
    return (await signInAgent(services)).cookies
  })
  const instance = await bench.start()
  const ledger = await Ledger.open(bench.file('ledger'))
  const book = new Book()
  ledger.onEntry((entry) => book.add(entry))
  const load = { send: instance.send, ledger, faults, restMs: 5, mayAskTwice: false }
  const shift = { ...scene, cookies, ...load, over: false, repeated: 0, refusedLate: 0, openedInSilence: [] }
  const commands = new Commands({ root: bench.root, variables: await bench.variables(), ledger, book })
  const atWork = Promise.all([workPatiently(shift, 9), commands.work()])
  await sleep(bench.pick(20_000, 3_000))
  // Commands are slow beside everything else.
  for (const since = performance.now(); book.keys.size < 2 && performance.now() - since < longestMs; ) await sleep(100)
  shift.over = true
  commands.kill()
  await atWork
  const [stolen] = [...book.families.values()].filter(({ newest }) => generationOf(newest) > 5)
  if (stolen) await reuse({ send: instance.send, book, ledger, faults }, stolen)
  await instance.stop()
  await bench.withServices(ageFamily)
  return { ledger, book, cookies, accountIds: scene.accountIds }
}

/** Without one every start makes a new link for the first owner. */
async function addOwner(services: Services): Promise<void> {
  const fields = { email: 'owner@example.com', username: 'owner', name: 'Owner', role: 'owner' } as const
  await createUser(services, stagehand, { ...fields, accountScope: 'all', accountIds: [] })
}

async function importMany(services: Services, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `old-${index},Älteres Konto № ${index}`)
  const file = await parseAccountCsv(Buffer.from(`id,name\n${lines.join('\n')}\n`))
  await importAccounts(services, stagehand, { file, fileName: 'old.csv', skipBad: false })
}

/** One family is near its absolute end: the version before set its idle end later than that, whenever it was used. */
async function ageFamily({ db }: Services): Promise<void> {
  const oldest = db.selectFrom('refresh_families').select('id').where('revoked_at', 'is', null).orderBy('issued_at')
  const { id } = await oldest.executeTakeFirstOrThrow()
  const expiresAt = Date.now() + dayMs
  const ends = { expires_at: expiresAt, idle_expires_at: expiresAt + dayMs }
  await db.updateTable('refresh_families').set(ends).where('id', '=', id).execute()
}
