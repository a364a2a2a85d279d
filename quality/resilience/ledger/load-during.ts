import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { withServices } from '../harness/databases.ts'
import { addAccount, addClient } from '../harness/fixtures.ts'
import type { Send } from '../harness/http.ts'
import { ResponseStats } from '../harness/response-stats.ts'
import { signInAgent } from '../harness/sign-in-agent.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'
import type { Faults } from '../resilience-test.ts'
import { AcknowledgedState } from './acknowledged-state.ts'
import { Ledger } from './ledger.ts'
import { addRotatableKeys, addRotatedKeys } from './new-secrets.ts'
import { type RetryingWorkload, retryWindowMs, runRetryingLoad } from './retrying-load.ts'
import { verifyDatabase } from './verify-database.ts'
import { addReceiver, removeReceiver, verifyDeliveries } from './verify-deliveries.ts'
import { verifyAnswers } from './verify-responses.ts'

export type Field = Readonly<{
  /** The environment variables of the product. They must set the longest retry window. */
  variables: Readonly<Record<string, string>>
  send: Send
  /** The path of the ledger. */
  file: string
  faults: Faults
  clients: number
  /** The keys of each kind to rotate: rotatable ones, and those with a pending secret. */
  keys: number
  restMs: number
  mayAskTwice: boolean
}>

/** The environment variables that the load needs. */
export const loadSettings = { REFRESH_RETRY_SECONDS: String(retryWindowMs / 1_000), WEBHOOK_NETWORKS: '127.0.0.1' }

/** The experience of the clients and of a webhook endpoint. */
export type Experience = Readonly<{
  stats: ResponseStats
  workload: RetryingWorkload
  lines: number
  /** Keys whose new secret was used. */
  changed: number
  messages: number
}>

/**
 * Runs retrying clients and a webhook endpoint during `trouble`. Afterwards it compares the ledger with responses and
 * with the database, and the endpoint's messages with the journal.
 */
export async function runLoadDuring(
  field: Field,
  trouble: (stats: ResponseStats) => Promise<void>,
): Promise<Experience> {
  const { variables, faults } = field
  const stats = new ResponseStats()
  const ledger = await Ledger.open(field.file)
  const state = new AcknowledgedState()
  let lines = 0
  ledger.onEntry((entry) => {
    state.add(entry)
    lines++
  })
  await using receiver = await startWebhookReceiver()
  const workload = { ...(await setUpFixtures(field, { stats, ledger, state, receiver })), ledger, faults }
  const atWork = runRetryingLoad(workload, field.clients)
  await Promise.race([trouble(stats), atWork])
  workload.over = true
  await atWork
  const { families, grants, keys } = state
  const subjects = { families: families.values(), grants: grants.values(), keys: keys.values() }
  await verifyAnswers({ send: field.send, state, ledger, faults }, subjects)
  await withServices(variables, async (services) => {
    await verifyDatabase(services, state, faults)
    await lookAtSilentOpenings(services, workload.openedInSilence, faults)
    await verifyDeliveries(services, receiver, faults)
    await removeReceiver(services)
  })
  await ledger.close()
  const changed = [...keys.values()].filter(({ ended, retiring }) => ended.length > 0 || retiring !== undefined).length
  return { stats, workload, lines, changed, messages: receiver.messages.length }
}

type Parts = Readonly<{ stats: ResponseStats; ledger: Ledger; state: AcknowledgedState; receiver: WebhookReceiver }>

function setUpFixtures(
  { variables, send, keys, restMs, mayAskTwice }: Field,
  { stats, ledger, state, receiver }: Parts,
): Promise<Omit<RetryingWorkload, 'ledger' | 'faults'>> {
  return withServices(variables, async (services) => {
    // Only first uses: none happens before the load.
    await addReceiver(services, receiver, ['api_key.secret_activated'])
    for (let made = 0; made < keys; made++) {
      await addRotatableKeys(services, ledger, 1)
      await addRotatedKeys(services, ledger, 1)
    }
    return {
      programs: await Promise.all([addClient(services), addClient(services), addClient(services)]),
      accountIds: await Promise.all(Array.from({ length: 10 }, () => addAccount(services))),
      keysToRotate: [...state.keys.values()],
      cookies: (await signInAgent(services)).cookies,
      send: stats.over(send),
      restMs,
      mayAskTwice,
      over: false,
      repeated: 0,
      refusedLate: 0,
      openedInSilence: [],
    }
  })
}

/** A link that a repeated request reports as used must be used. */
async function lookAtSilentOpenings({ db }: Services, urls: readonly string[], faults: Faults): Promise<void> {
  for (const url of urls) {
    const tokenHash = sha256(new URL(url).searchParams.get('token') ?? '')
    const query = db.selectFrom('sso_grants').select('redeemed_at').where('token_hash', '=', tokenHash)
    const row = await query.executeTakeFirst()
    if (row?.redeemed_at == null) faults.add('false refusal: an unused link reported as used', url)
  }
}
