import { sql } from 'kysely'
import { countGiven, givenAccount, managerRoles } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { hasVisibleOwner } from '#lib/domain/keys/api-keys/listing-store.ts'
import { maxCountedOpens } from '#lib/domain/people/users/limits.ts'
import type { KeyOwners } from '#lib/foundation/authorization/permissions.ts'
import { type Role, serviceRoles } from '#lib/foundation/authorization/roles.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** The keys and the service users, from the oldest or the newest, among which steps are looked for. */
const searched = 1_000

/** What a step made, and when. */
export type Made = Readonly<{ id: string; name: string; at: number }>

/** `opens` as in `PossibleOwner`. */
export type Program = Made & Readonly<{ username: string; role: Role; opens: number }>

export async function areFirstStepsHidden(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('first_steps_hidden_at as at').where('id', '=', userId)
  const user = await query.executeTakeFirst()
  return user?.at !== null
}

/** The first account. */
export function findFirstAccount(db: Db): Promise<Made | undefined> {
  const query = db.selectFrom('accounts').select(['id', 'name', 'created_at as at'])
  return query.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()
}

/** The first agent. */
export function findFirstAgent(db: Db): Promise<Made | undefined> {
  const query = db.selectFrom('users').select(['id', 'name', 'created_at as at']).where('role', '=', 'agent')
  return query.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()
}

/** This user, or without one the newest active service user: if possible, one who can open an account. */
export async function findProgram(db: Db, ownerId: string | undefined): Promise<Program | undefined> {
  const newest = db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'role', 'account_scope', 'created_at'])
    .where('role', 'in', serviceRoles)
    .where('deactivated_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(searched)
  const owner = db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'role', 'account_scope', 'created_at'])
    .where('id', '=', ownerId ?? '')
  const chosen = db
    .selectFrom((ownerId === undefined ? newest : owner).as('s'))
    .selectAll('s')
    .select(({ case: when, or, eb, ref }) =>
      when()
        .when(
          or([
            eb('s.role', 'in', managerRoles),
            eb('s.account_scope', '=', 'all'),
            eb(givenAccount(db, ref('s.id')), 'is not', null),
          ]),
        )
        .then(1)
        .else(0)
        .end()
        .as('is_able'),
    )
    .orderBy('is_able', 'desc')
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(1)
  const row = await db
    .selectFrom(chosen.as('c'))
    .select(['c.id', 'c.name', 'c.username', 'c.role', 'c.account_scope', 'c.created_at'])
    .select(({ ref }) => countGiven(db, ref('c.id'), maxCountedOpens + 1).as('opens'))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, username, role, created_at: at } = row
  const opensAll = row.account_scope === 'all' || managerRoles.includes(role)
  return { id, name, username, role, at, opens: opensAll ? Number.POSITIVE_INFINITY : Number(row.opens) }
}

/** The first key that opened an account, of the oldest {@link searched}. */
export function findOpeningKey(db: Db): Promise<Readonly<{ id: string; createdAt: number }> | undefined> {
  const oldest = db
    .selectFrom('api_keys')
    .select(['id', 'last_used_at', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(searched)
  return db
    .selectFrom(oldest.as('oldest'))
    .innerJoin('audit_events', 'audit_events.key_id', 'oldest.id')
    .select(['oldest.id', 'oldest.created_at as createdAt'])
    .where('oldest.last_used_at', 'is not', null)
    .where('audit_events.kind', '=', 'sso_grant.redeemed')
    .limit(1)
    .executeTakeFirst()
}

/** The ID of the newest key that opens accounts, of the newest {@link searched} that are not revoked. */
export async function findNewestKeyId(db: Db, visible: KeyOwners): Promise<string | undefined> {
  const newest = db
    .selectFrom('api_keys')
    .select(['id', 'owner_id', 'scopes', 'created_at'])
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(searched)
  const found = await db
    .selectFrom(newest.as('k'))
    .innerJoin('users as owner', 'owner.id', 'k.owner_id')
    .select('k.id')
    .where(sql`' ' || k.scopes || ' '`, 'like', '% sso %')
    .where(hasVisibleOwner(visible))
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}
