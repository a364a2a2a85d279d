import { sha256 } from '#lib/crypto.ts'
import type { Services } from '#lib/services.ts'
import { withServices } from '../rig/databases.ts'
import type { Send } from '../rig/http.ts'
import { signInAgent } from '../rig/person.ts'
import { addAccount, addProgram } from '../rig/scene.ts'
import { Watch } from '../rig/watch.ts'
import type { Faults } from '../trial.ts'
import { Book } from './book.ts'
import { Ledger } from './ledger.ts'
import { lookBehind } from './look-behind.ts'
import { type PatientShift, workPatiently } from './patient-load.ts'
import { verifyAnswers } from './verify-answers.ts'

export type Field = Readonly<{
  /** The product's, which has to be told of the longest retry window. */
  variables: Readonly<Record<string, string>>
  send: Send
  /** Where the ledger is kept. */
  file: string
  faults: Faults
  clients: number
  restMs: number
  mayAskTwice: boolean
}>

/** What clients have lived through. */
export type Experience = Readonly<{ watch: Watch; shift: PatientShift; lines: number }>

/**
 * Keeps patient clients at work while `trouble` goes on. When it is over, everything that was acknowledged is held
 * against the answers of the product and against its database.
 */
export async function workThrough(field: Field, trouble: (watch: Watch) => Promise<void>): Promise<Experience> {
  const { variables, faults } = field
  const watch = new Watch()
  const ledger = await Ledger.open(field.file)
  const book = new Book()
  let lines = 0
  ledger.onEntry((entry) => {
    book.add(entry)
    lines++
  })
  const shift = { ...(await setScene(field, watch)), ledger, faults }
  const atWork = workPatiently(shift, field.clients)
  await Promise.race([trouble(watch), atWork])
  shift.over = true
  await atWork
  const { families, grants, keys } = book
  const subjects = { families: families.values(), grants: grants.values(), keys: keys.values() }
  await verifyAnswers({ send: field.send, book, ledger, faults }, subjects)
  await withServices(variables, async (services) => {
    await lookBehind(services, book, faults)
    await lookAtSilentOpenings(services, shift.openedInSilence, faults)
  })
  await ledger.close()
  return { watch, shift, lines }
}

function setScene(
  { variables, send, restMs, mayAskTwice }: Field,
  watch: Watch,
): Promise<Omit<PatientShift, 'ledger' | 'faults'>> {
  return withServices(variables, async (services) => ({
    programs: await Promise.all([addProgram(services), addProgram(services), addProgram(services)]),
    accountIds: await Promise.all(Array.from({ length: 10 }, () => addAccount(services))),
    cookies: (await signInAgent(services)).cookies,
    send: watch.over(send),
    restMs,
    mayAskTwice,
    over: false,
    repeated: 0,
    refusedLate: 0,
    openedInSilence: [],
  }))
}

/** Whoever was told that a link was used, after asking in vain, was told the truth. */
async function lookAtSilentOpenings({ db }: Services, urls: readonly string[], faults: Faults): Promise<void> {
  for (const url of urls) {
    const tokenHash = sha256(new URL(url).searchParams.get('token') ?? '')
    const query = db.selectFrom('sso_grants').select('redeemed_at').where('token_hash', '=', tokenHash)
    const row = await query.executeTakeFirst()
    if (row?.redeemed_at == null) faults.add('false refusal: a link that nobody has used is said to be used', url)
  }
}
