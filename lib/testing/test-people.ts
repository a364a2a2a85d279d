import { randomId } from '#lib/crypto.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { Person } from '#lib/users/actor.ts'
import type { PortalRole, Role } from '#lib/users/roles.ts'
import type { AccountScope } from '#lib/users/user.ts'
import { testStart } from './test-services.ts'

type TestUser = Readonly<{
  role?: Role
  accountScope?: AccountScope
  accountIds?: readonly string[]
  deactivated?: boolean
}>

/** A user as others find it in the database, without a password. An agent with an empty list unless told otherwise. */
export async function insertTestUser(db: Db, user: TestUser = {}): Promise<string> {
  const { role = 'agent', accountScope = 'list', accountIds = [], deactivated = false } = user
  const id = randomId('usr')
  await db
    .insertInto('users')
    .values({
      id,
      email: null,
      email_key: null,
      username: id,
      username_key: id.toLowerCase(),
      name: `Test ${role}`,
      search_text: '',
      role,
      account_scope: accountScope,
      password_hash: null,
      password_set_at: null,
      created_at: nowMs,
      created_by: 'test',
      deactivated_at: deactivated ? nowMs : null,
      last_sign_in_at: null,
    })
    .execute()
  for (const accountId of accountIds) {
    await db.insertInto('user_accounts').values({ user_id: id, account_id: accountId, granted_at: nowMs }).execute()
  }
  return id
}

/** Somebody signed in to the portal, as use cases see them. */
export function testPerson(role: PortalRole, userId = 'usr_test'): Person {
  return {
    kind: 'person',
    userId,
    name: `Test ${role}`,
    role,
    sessionId: 'ses_test',
    browserHash: 'browser',
    confirmedAt: testStart,
    address: '203.0.113.9',
    requestId: 'req_test',
  }
}
