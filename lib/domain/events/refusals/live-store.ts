import { sql } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'

/** When a key's first token was issued, its first link was created, and its first account was opened. */
export type FirstCall = Readonly<{ token: number | null; link: number | null; opened: number | null }>

/** Reads indexed rows only: the page of a key asks often. A redeemed link shows itself by its opening. */
export async function findFirstCall(db: Db, keyId: string): Promise<FirstCall> {
  const [family, grant, event] = await Promise.all([
    db
      .selectFrom(someFamilies(db, keyId).as('f'))
      .select(({ fn, ref }) => fn.min(ref('f.at')).as('at'))
      .execute(),
    db
      .selectFrom('sso_grants')
      .select('issued_at as at')
      .where('key_id', '=', keyId)
      .where('redeemed_at', 'is', null)
      .where('burned_at', 'is', null)
      .orderBy('expires_at')
      .limit(1)
      .execute(),
    db
      .selectFrom('audit_events')
      .select('at')
      .where('key_id', '=', keyId)
      // SQLite would read all events of this kind.
      .where(sql`kind || ''`, '=', 'sso_grant.redeemed')
      .orderBy('at')
      .limit(1)
      .execute(),
  ])
  const opened = event[0]?.at ?? null
  const unused = grant[0]?.at ?? null
  const link = opened === null || (unused !== null && unused < opened) ? unused : opened
  return { token: family[0]?.at ?? null, link, opened }
}

/**
 * At most a thousand of the key's families, in no order: the index is by secret and use. A key with more is past its
 * first call.
 */
function someFamilies(db: Db, keyId: string) {
  return db
    .selectFrom('key_secrets as s')
    .innerJoin('refresh_families as f', 'f.secret_id', 's.id')
    .select('f.issued_at as at')
    .where('s.key_id', '=', keyId)
    .limit(1_000)
}

/** The newest refusal of a key. */
export async function findNewestRefusalId(db: Db, keyId: string): Promise<string | undefined> {
  const query = db.selectFrom('refusals').select('request_id').where('key_id', '=', keyId)
  const row = await query.orderBy('at', 'desc').orderBy('request_id').limit(1).executeTakeFirst()
  return row?.request_id
}
