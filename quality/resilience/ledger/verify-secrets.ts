import { hashKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { Faults } from '../resilience-test.ts'
import type { AcknowledgedState, KnownKey } from './acknowledged-state.ts'

/** Every key has one current secret, and every former one has its end. */
export async function verifySecrets(services: Services, state: AcknowledgedState, faults: Faults): Promise<void> {
  const byKey = Map.groupBy(await listRows(services), (row) => row.key_id)
  for (const key of state.keys.values()) {
    const hashed = withHashes(key, (secret) => hashKeySecret(services.keys.current, secret))
    for (const fault of findFaults(hashed, byKey.get(key.id) ?? [])) faults.add(fault, key.id)
  }
}

function listRows({ db }: Services) {
  return db
    .selectFrom('key_secrets')
    .select(['key_id', 'secret_hash', 'current_since', 'retiring_since', 'retires_at', 'retired_at'])
    .execute()
}

type Row = Awaited<ReturnType<typeof listRows>>[number]

type Hashes = Readonly<{ currentOrPending: readonly string[]; retiring: readonly string[]; ended: readonly string[] }>

function withHashes({ secret, pending, retiring, ended }: KnownKey, hashOf: (secret: string) => string): Hashes {
  return {
    currentOrPending: [secret, ...(pending ? [pending.secret] : [])].map(hashOf),
    retiring: retiring === undefined ? [] : [hashOf(retiring)],
    ended: ended.map(hashOf),
  }
}

function* findFaults({ currentOrPending, retiring, ended }: Hashes, rows: readonly Row[]): Generator<string> {
  const currents = rows.filter((row) => row.current_since !== null && row.retiring_since === null)
  const [current] = currents
  if (currents.length !== 1) yield `a key with ${currents.length} current secrets`
  else if (!currentOrPending.includes(current?.secret_hash ?? '')) yield 'lost: the first use of a secret'
  const find = (hash: string) => rows.find(({ secret_hash }) => secret_hash === hash)
  for (const row of retiring.map(find)) {
    if (row?.retires_at == null || row.retired_at !== null) yield 'lost: a retiring secret'
    // In one transaction, and once.
    else if (row.retiring_since !== current?.current_since) yield 'a secret that became current twice'
  }
  for (const row of ended.map(find)) {
    if (row && row.retires_at === null && row.retired_at === null) yield 'resurrected: a secret'
  }
}
