import { type Kysely, sql } from 'kysely'
import { orderedId } from '#lib/crypto.ts'
import { toAddressKey } from '#lib/networks.ts'

/**
 * The origin that the journal is signed as: the one of the newest checkpoint. Checkpoints of other issuers, which a command
 * without the server's BASE_URL or an earlier origin has left, get the entry that explains them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const issuers: string[] = []
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ seq: number; token: string }>`
      select seq, token from journal_checkpoints where seq < ${before} order by seq desc limit 1000`.execute(db)
    for (const { token } of rows) {
      const issuer = readIssuer(token)
      if (issuer !== undefined && !issuers.includes(issuer)) issuers.push(issuer)
    }
    const last = rows.at(-1)
    if (!last) break
    before = last.seq
  }
  const [newest, ...others] = issuers
  if (newest === undefined) return
  await sql`insert into settings (name, value) values ('issuer', ${newest})`.execute(db)
  for (const former of others) await insertEvent(db, former, newest)
}

async function insertEvent(db: Kysely<unknown>, former: string, newest: string): Promise<void> {
  const details = JSON.stringify({ formerIssuer: former, issuer: newest })
  await sql`
    insert into audit_events (id, at, kind, actor_kind, actor_id, actor_name, subject_kind, subject_id, subject_name,
      account_id, address, address_key, request_id, details, key_id)
    values (${orderedId('evt')}, latchkey_now_ms(), 'database.issuer_changed', 'operator', null, 'Latchkey', 'database', null,
      ${newest}, null, 'housekeeping', ${toAddressKey('housekeeping')}, 'upgrade', ${details}, null)`.execute(db)
}

/** The `iss` of a JWT (RFC 7519 §4.1.1), whose signature `journal check` verifies. Undefined if it can't be read. */
function readIssuer(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null && 'iss' in claims && typeof claims.iss === 'string'
      ? claims.iss
      : undefined
  } catch {
    // The journal's own check reports it.
    return undefined
  }
}
