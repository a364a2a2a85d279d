import { sql } from 'kysely'
import { accountFields } from '../../../lib/domain/accounts/accounts/fields.ts'
import { toSearchText } from '../../../lib/domain/accounts/accounts/search-text.ts'
import { addAccountWords } from '../../../lib/domain/accounts/accounts/spelling-store.ts'
import { hashKeySecret, newKeySecret } from '../../../lib/domain/keys/api-keys/key-credentials.ts'
import { insertRows } from '../../../lib/foundation/db/copy/rows.ts'
import { type Db, readNow } from '../../../lib/foundation/db/database.ts'
import { engineOf } from '../../../lib/foundation/db/engine.ts'
import type { Services } from '../../../lib/foundation/services.ts'
import { dayMs } from '../../../lib/kernel/clock.ts'
import { makeAccount } from './account-names.ts'

/** The number of rows of each kind. */
export type Size = Readonly<{ accounts: number; keys: number }>

const accountsPerStatement = 500
const keysPerStatement = 50_000
/** Keys per service user. */
const keysPerOwner = 10

/**
 * Fills a new database by statements of many rows: accounts, keys with their owners, and a family of every key, under
 * random IDs like those of the product.
 * @returns the secret of all these keys: each row stores the same hash
 */
export async function fillDatabase({ db, keys }: Services, size: Size): Promise<string> {
  const secret = newKeySecret()
  const now = await readNow(db)
  await addAccounts(db, size.accounts, now)
  const columns = { masterId: keys.current.id, secretHash: hashKeySecret(keys.current, secret), now }
  for (let done = 0; done < size.keys; done += keysPerStatement) {
    await addOwners(db, Math.ceil(Math.min(keysPerStatement, size.keys - done) / keysPerOwner), done, now)
    await addKeys(db, done, now)
  }
  await addSecrets(db, columns)
  await addFamilies(db, columns)
  return secret
}

async function addAccounts(db: Db, count: number, now: number): Promise<void> {
  for (let done = 0; done < count; done += accountsPerStatement) {
    const numbers = Array.from({ length: Math.min(accountsPerStatement, count - done) }, (_, index) => done + index)
    const rows = numbers.map(makeAccount).map((account) => ({
      ...account,
      search_text: toSearchText(account),
      ...accountFields.perColumn(() => null),
      created_at: now,
      suspended_at: null,
      last_opened_at: 0,
    }))
    await insertRows(db, 'accounts', rows)
    const texts = rows.map((row) => row.search_text)
    await addAccountWords(db, texts)
  }
}

/** @param batch a part of their usernames, by which `addKeys` finds them */
async function addOwners(db: Db, count: number, batch: number, now: number): Promise<void> {
  const name = sql`'filled-' || ${sql.lit(batch)} || '-' || n`
  await sql`
    insert into users (id, username, username_key, name, search_text, role, account_scope, created_at, created_by)
    select ${randomId(db, 'usr_')}, ${name}, ${name}, ${name}, ${name}, 'service', 'all', ${sql.lit(now)}, 'operator'
    from (${numbersTo(count)}) as numbers
  `.execute(db)
}

type KeyColumns = Readonly<{ masterId: string; secretHash: string; now: number }>

async function addKeys(db: Db, batch: number, now: number): Promise<void> {
  await sql`
    insert into api_keys (id, name, owner_id, created_by, created_at)
    select ${randomId(db, 'lkid_')}, 'filled', id, 'operator', ${sql.lit(now)}
    from users cross join (${numbersTo(keysPerOwner)}) as numbers
    where username_key like ${sql.lit(`filled-${batch}-%`)}
  `.execute(db)
}

async function addSecrets(db: Db, { masterId, secretHash, now }: KeyColumns): Promise<void> {
  await sql`
    insert into key_secrets (id, key_id, secret_hash, master_id, created_at, created_by, current_since)
    select 'ksec_' || substr(id, 6), id, ${sql.lit(secretHash)}, ${sql.lit(masterId)}, ${sql.lit(now)}, 'operator', ${sql.lit(now)}
    from api_keys where name = 'filled'
  `.execute(db)
}

async function addFamilies(db: Db, { masterId, now }: KeyColumns): Promise<void> {
  await sql`
    insert into refresh_families
      (id, nonce, master_id, key_id, secret_id, owner_id, generation, issued_at, issued_from, idle_expires_at, expires_at)
    select ${randomId(db, 'fam_')}, ${randomId(db, 'nonce_')}, ${sql.lit(masterId)}, id, 'ksec_' || substr(id, 6), owner_id, 1,
      ${sql.lit(now)}, '192.0.2.7', ${sql.lit(now + 14 * dayMs)}, ${sql.lit(now + 90 * dayMs)}
    from api_keys where name = 'filled'
  `.execute(db)
}

function numbersTo(count: number) {
  return sql`
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(count)})
    select n from counted`
}

/** 80 random bits for every row. */
function randomId(db: Db, prefix: string) {
  const text =
    engineOf(db) === 'sqlite'
      ? sql`lower(hex(randomblob(10)))`
      : sql`substr(md5(random()::text || random()::text), 1, 20)`
  return sql`${sql.lit(prefix)} || ${text}`
}
