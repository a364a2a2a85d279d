import type { Db } from '#lib/db/database.ts'

/** When a key's first token was issued, its first link was created, and its first account was opened. */
export type FirstCall = Readonly<{ token: number | null; link: number | null; opened: number | null }>

/** Reads indexed rows only: the page of a key asks often. A redeemed link shows itself by its opening. */
export async function findFirstCall(db: Db, keyId: string): Promise<FirstCall> {
  const [family, grant, event] = await Promise.all([
    db
      .selectFrom('refresh_families')
      .select('issued_at as at')
      .where('key_id', '=', keyId)
      .orderBy('issued_at')
      .limit(1)
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
      .where('kind', '=', 'sso_grant.redeemed')
      .orderBy('at')
      .limit(1)
      .execute(),
  ])
  const opened = event[0]?.at ?? null
  const unused = grant[0]?.at ?? null
  const link = opened === null || (unused !== null && unused < opened) ? unused : opened
  return { token: family[0]?.at ?? null, link, opened }
}

/** The newest refusal of a key. */
export async function findNewestRefusalId(db: Db, keyId: string): Promise<string | undefined> {
  const query = db.selectFrom('refusals').select('request_id').where('key_id', '=', keyId)
  const row = await query.orderBy('at', 'desc').orderBy('request_id').limit(1).executeTakeFirst()
  return row?.request_id
}
