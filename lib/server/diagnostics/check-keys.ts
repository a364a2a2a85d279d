import type { Database } from '#lib/foundation/db/database.ts'
import { readMasterSecrets } from '#lib/foundation/server-keys/master-secret.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { findMasterId } from '#lib/foundation/server-keys/store.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'
import { type CheckResult, countOf, fail, ok, warn } from '#lib/server/diagnostics/check-result.ts'
import {
  countSealedRows,
  findSigningKeyAges,
  listKeysOfOtherMaster,
  type SealedRows,
} from '#lib/server/diagnostics/store.ts'

const check = 'master secret'
const signingKeys = 'signing keys'

/** A server that was down for a weekend is no reason to warn. */
const overdueDays = 3

/** Names in one sentence. */
const maxNamed = 10

/** Whether every row can be decrypted, and how many only with the old master secret. */
export async function checkMasterSecret(db: Database, env: Env): Promise<CheckResult> {
  const secrets = env.masterSecrets ?? readMasterSecrets(env.dataDir) ?? []
  if (secrets.length === 0) {
    return fail(check, 'It is missing: put its file back into DATA_DIR, or set LATCHKEY_SECRET to it.')
  }
  const keys = deriveServerKeys(secrets)
  const configured = new Set(keys.all.map((set) => set.id))
  const recorded = await findMasterId(db)
  if (recorded !== undefined && !configured.has(recorded)) {
    return fail(check, 'It is not the one this database was made with: set the former one, or "new,old" to change it.')
  }
  const sealed = await countSealedRows(db, env.portalLifetimes)
  const lost = sealed.filter((rows) => !configured.has(rows.masterId) && isWorthKeeping(rows))
  if (lost.length > 0) {
    return fail(
      check,
      `Made with one that is not configured: ${inWords(lost)}. Add it to LATCHKEY_SECRET as the second one.`,
    )
  }
  const old = sealed.filter((rows) => rows.masterId !== keys.current.id && configured.has(rows.masterId))
  if (old.length > 0) {
    const named = await nameKeys(db, keys.current.id)
    return warn(
      check,
      `Still made with the old one: ${inWords(old)}.${named} Keep "new,old" until they are used, replaced or gone; "latchkey master-secret rekey" moves what is encrypted.`,
    )
  }
  return ok(check, 'It is the one that everything was made with.')
}

/** The age of the current and next signing key, and whether rotation is on schedule. */
export async function checkSigningKeys(db: Database, { signingKeyDays }: Env): Promise<CheckResult> {
  const { signsForMs, publishedForMs } = await findSigningKeyAges(db)
  // The first token creates the first key.
  if (signsForMs === undefined) return ok(signingKeys, 'None yet: the first access token makes one.')
  const days = inDays(signsForMs)
  if (publishedForMs === undefined) return fail(signingKeys, `One has signed for ${days}, and none comes next.`)
  if (signingKeyDays > 0 && signsForMs > (signingKeyDays + overdueDays) * dayMs) {
    return warn(
      signingKeys,
      `One has signed for ${days}, longer than SIGNING_KEY_DAYS: a running server would rotate it.`,
    )
  }
  return ok(signingKeys, `One has signed for ${days}; the next has been published for ${inDays(publishedForMs)}.`)
}

/** The API keys whose secret or refresh token only a use moves. */
async function nameKeys(db: Database, masterId: string): Promise<string> {
  const found = await listKeysOfOtherMaster(db, masterId, maxNamed + 1)
  if (found.length === 0) return ''
  const names = found.slice(0, maxNamed).map(({ id, name }) => `${name} (${id})`)
  return ` Use or rotate ${names.join(', ')}${found.length > maxNamed ? ' and others' : ''}.`
}

function inDays(ms: number): string {
  return countOf(Math.floor(ms / dayMs), 'day')
}

/** Sessions don't count: their users sign in again. */
function isWorthKeeping({ sessions: _sessions, masterId: _masterId, ...kept }: SealedRows): boolean {
  return Object.values(kept).some((rows) => rows > 0)
}

function inWords(sealed: readonly SealedRows[]): string {
  const total = (of: Exclude<keyof SealedRows, 'masterId'>) => sealed.reduce((sum, rows) => sum + rows[of], 0)
  const parts = [
    [total('apiKeys'), 'API key'],
    [total('refreshFamilies'), 'refresh token'],
    [total('signingKeys'), 'signing key'],
    [total('webhooks'), 'webhook'],
    [total('authenticatorApps'), 'authenticator app'],
    [total('providers'), 'sign-in provider'],
    [total('mails'), 'queued mail'],
    [total('sessions'), 'open session'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, noun]) => countOf(number, noun))
    .join(', ')
}
