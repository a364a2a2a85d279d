import { sql } from 'kysely'
import {
  clientAuthMethods,
  type ProviderChoice,
  type SignInProvider,
} from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'

/** The sealed secret of a provider. */
export type SealedSecret = Readonly<{ secretSealed: string; masterId: string }>

export type ProviderSettings = Omit<SignInProvider, 'id' | 'issuer' | 'hasSecret' | 'createdAt'>

const columns = [
  'id',
  'label',
  'issuer',
  'client_id',
  'client_auth',
  'secret_sealed',
  'domains',
  'groups_claim',
  'acr_values',
  'amr_values',
  'max_age_seconds',
  'creates_users_at',
  'passwords_off_at',
  'disabled_at',
  'created_at',
] as const

/** @returns false if the ID or the issuer is taken */
export async function insertProvider(
  db: Db,
  { id, issuer, ...settings }: ProviderSettings & Readonly<{ id: string; issuer: string }>,
  { sealed, createdBy }: Readonly<{ sealed: SealedSecret | undefined; createdBy: string }>,
): Promise<boolean> {
  const row = await db
    .insertInto('sign_in_providers')
    .values({
      id,
      issuer,
      created_at: nowMs,
      created_by: createdBy,
      ...toColumns(settings),
      creates_users_at: settings.createsUsers ? nowMs : null,
      passwords_off_at: settings.passwordsOff ? nowMs : null,
      disabled_at: settings.isDisabled ? nowMs : null,
      secret_sealed: sealed?.secretSealed ?? null,
      master_id: sealed?.masterId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @param sealed undefined keeps the former secret; null removes it */
export async function updateProvider(
  db: Db,
  id: string,
  { settings, sealed }: Readonly<{ settings: ProviderSettings; sealed: SealedSecret | null | undefined }>,
): Promise<void> {
  const since = (column: string, isOn: boolean) =>
    isOn ? sql<number>`coalesce(${sql.ref(column)}, ${nowMs})` : sql<null>`null`
  await db
    .updateTable('sign_in_providers')
    .set({
      ...toColumns(settings),
      creates_users_at: since('creates_users_at', settings.createsUsers),
      passwords_off_at: since('passwords_off_at', settings.passwordsOff),
      disabled_at: since('disabled_at', settings.isDisabled),
      ...(sealed !== undefined && {
        secret_sealed: sealed?.secretSealed ?? null,
        master_id: sealed?.masterId ?? null,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** The caller has checked that it may sign users in. */
export async function enableProvider(trx: DbTransaction, id: string): Promise<void> {
  await trx.updateTable('sign_in_providers').set({ disabled_at: null }).where('id', '=', id).execute()
}

/** All providers by label: at most `maxProviders`. */
export async function listProviderRows(db: Db): Promise<readonly SignInProvider[]> {
  const rows = await db.selectFrom('sign_in_providers').select(columns).orderBy('label').orderBy('id').execute()
  return rows.map(toProvider)
}

export async function findProvider(db: Db, id: string): Promise<SignInProvider | undefined> {
  const row = await db.selectFrom('sign_in_providers').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toProvider(row)
}

/** What no sign-in depends on. */
const untested: ReadonlySet<string> = new Set(['label', 'disabled_at', 'created_at'])
const testedColumns = columns.filter((name) => !untested.has(name))

/** `settingsHash` changes with every setting that a sign-in depends on, and each time the secret is sealed. */
export type HashedProvider = Readonly<{ provider: SignInProvider; settingsHash: string }>

export async function findHashedProvider(db: Db, id: string): Promise<HashedProvider | undefined> {
  const row = await db.selectFrom('sign_in_providers').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return { provider: toProvider(row), settingsHash: sha256(JSON.stringify(testedColumns.map((name) => row[name]))) }
}

/** The providers that users can sign in with, by label. */
export async function listChoiceRows(db: Db): Promise<readonly ProviderChoice[]> {
  const enabled = db.selectFrom('sign_in_providers').select(['id', 'label']).where('disabled_at', 'is', null)
  return enabled.orderBy('label').orderBy('id').execute()
}

/** The domains of enabled providers that switch passwords off. */
export async function listPasswordlessDomains(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sign_in_providers')
    .select('domains')
    .where('passwords_off_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .execute()
  return rows.flatMap(({ domains }) => splitWords(domains))
}

export async function findSealedSecret(db: Db, id: string): Promise<SealedSecret | undefined> {
  const row = await db
    .selectFrom('sign_in_providers')
    .select(['secret_sealed as secretSealed', 'master_id as masterId'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { secretSealed = null, masterId = null } = row ?? {}
  return secretSealed === null || masterId === null ? undefined : { secretSealed, masterId }
}

/** The same secret under another master secret, unless it has changed since. */
export async function replaceProviderSeal(
  db: Db,
  id: string,
  { former, sealed }: Readonly<{ former: SealedSecret; sealed: SealedSecret }>,
): Promise<void> {
  await db
    .updateTable('sign_in_providers')
    .set({ secret_sealed: sealed.secretSealed, master_id: sealed.masterId })
    .where('id', '=', id)
    .where('secret_sealed', '=', former.secretSealed)
    .execute()
}

/** The caller has deleted its identities. */
export async function deleteProvider(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sign_in_providers').where('id', '=', id).execute()
}

/** Taken before the number of providers decides, and before one changes or ends. */
export function lockProviders(trx: DbTransaction): Promise<void> {
  return takeLock(trx, 'sign-in providers')
}

function toColumns(settings: ProviderSettings) {
  return {
    label: settings.label,
    client_id: settings.clientId,
    client_auth: settings.clientAuth,
    domains: settings.domains.join(' '),
    groups_claim: settings.groupsClaim,
    acr_values: settings.acrValues.join(' '),
    amr_values: settings.amrValues.join(' '),
    max_age_seconds: settings.maxAgeSeconds,
  }
}

type Row = Readonly<{
  id: string
  label: string
  issuer: string
  client_id: string
  client_auth: string
  secret_sealed: string | null
  domains: string
  groups_claim: string | null
  acr_values: string | null
  amr_values: string | null
  max_age_seconds: number | null
  creates_users_at: number | null
  passwords_off_at: number | null
  disabled_at: number | null
  created_at: number
}>

function toProvider(row: Row): SignInProvider {
  return {
    id: row.id,
    label: row.label,
    issuer: row.issuer,
    clientId: row.client_id,
    clientAuth: clientAuthMethods.find((method) => method === row.client_auth) ?? 'client_secret_basic',
    hasSecret: row.secret_sealed !== null,
    domains: splitWords(row.domains),
    createsUsers: row.creates_users_at !== null,
    groupsClaim: row.groups_claim,
    acrValues: splitWords(row.acr_values),
    amrValues: splitWords(row.amr_values),
    maxAgeSeconds: row.max_age_seconds,
    passwordsOff: row.passwords_off_at !== null,
    isDisabled: row.disabled_at !== null,
    createdAt: row.created_at,
  }
}

function splitWords(text: string | null): readonly string[] {
  return text ? text.split(' ') : []
}
