import { givenAccount, managerRoles } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import type { StepsDone } from '#lib/domain/organization/first-steps/first-steps.ts'
import { serviceRoles } from '#lib/foundation/authorization/roles.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** The keys, from the oldest, among which the first one that opened an account is looked for. */
const searchedKeys = 1_000

/**
 * Which steps are done, in one statement that reads at most {@link searchedKeys} keys; undefined if the user hid them.
 * A service user who opens nothing, and a key whose program opened nothing, do not count.
 */
export async function findStepsDone(db: Db, userId: string): Promise<StepsDone | undefined> {
  const found = await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .where('users.first_steps_hidden_at', 'is', null)
    .select(({ selectFrom }) => [
      selectFrom('accounts').select('accounts.id').limit(1).as('account'),
      selectFrom('users as service')
        .select('service.id')
        .where('service.role', 'in', serviceRoles)
        .where(({ or, eb, ref }) =>
          or([
            eb('service.role', 'in', managerRoles),
            eb('service.account_scope', '=', 'all'),
            eb(givenAccount(db, ref('service.id')), 'is not', null),
          ]),
        )
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
        .innerJoin('audit_events', 'audit_events.key_id', 'oldest.id')
        .select('oldest.id')
        .where('oldest.last_used_at', 'is not', null)
        .where('audit_events.kind', '=', 'sso_grant.redeemed')
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

/** The newest service user who is active. */
export function findNewestServiceUser(db: Db): Promise<Readonly<{ id: string; name: string }> | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', serviceRoles)
    .where('deactivated_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
