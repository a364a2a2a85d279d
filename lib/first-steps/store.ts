import type { Db } from '#lib/db/database.ts'
import type { FirstStep } from '#lib/first-steps/first-steps.ts'
import { serviceRoles } from '#lib/roles.ts'

/** The keys, from the oldest, among which the first call is looked for. No index has uses: each use would write to it. */
const searchedKeys = 1_000

/** Which steps are done, in one statement that reads at most {@link searchedKeys} rows; undefined if the user hid them. */
export async function findStepsDone(db: Db, userId: string): Promise<Readonly<Record<FirstStep, boolean>> | undefined> {
  const found = await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .where('users.first_steps_hidden_at', 'is', null)
    .select(({ selectFrom }) => [
      selectFrom('accounts').select('accounts.id').limit(1).as('account'),
      selectFrom('users as service')
        .select('service.id')
        .where('service.role', 'in', serviceRoles)
        .limit(1)
        .as('service'),
      selectFrom('api_keys').select('api_keys.id').limit(1).as('key'),
      selectFrom(
        selectFrom('api_keys')
          .select(['api_keys.id', 'api_keys.last_used_at'])
          .orderBy('api_keys.created_at')
          .orderBy('api_keys.id')
          .limit(searchedKeys)
          .as('oldest'),
      )
        .select('oldest.id')
        .where('oldest.last_used_at', 'is not', null)
        .limit(1)
        .as('call'),
      selectFrom('users as agents').select('agents.id').where('agents.role', '=', 'agent').limit(1).as('agent'),
    ])
    .executeTakeFirst()
  if (!found) return undefined
  return {
    account: found.account !== null,
    service: found.service !== null,
    key: found.key !== null,
    call: found.call !== null,
    agent: found.agent !== null,
  }
}
