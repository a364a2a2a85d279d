import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderChoice } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { listChoiceRows } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

/** How long a page may show what another process has changed since. */
const lifetimeMs = secondMs
/** How long the sign-in page waits for the database before it shows the last known ones. */
const patienceMs = 500

type Known = Readonly<{ choices: readonly ProviderChoice[]; readAt: number }>

const byDatabase = new WeakMap<Database, Known>()

/**
 * The providers that the sign-in page offers, at most {@link lifetimeMs} old. If the database doesn't answer, the last
 * known ones: the page must not need the database. Public, because every visitor sees them.
 */
export async function readProviderChoices({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<readonly ProviderChoice[]> {
  const known = byDatabase.get(db)
  const age = known && clock.now() - known.readAt
  if (known && age !== undefined && age >= 0 && age < lifetimeMs) return known.choices
  const reading = runWithoutWaitBudget(() => listChoiceRows(db)).then(
    (choices) => {
      byDatabase.set(db, { choices, readAt: clock.now() })
      return choices
    },
    (error: unknown) => {
      log.warn({ error }, 'the sign-in providers could not be read')
      return undefined
    },
  )
  return (await Promise.race([reading, sleep(patienceMs, undefined, { ref: false })])) ?? known?.choices ?? []
}
