import type { TableName } from '#lib/foundation/db/copy/stored-tables.ts'
import type { ServerKeySet } from '#lib/foundation/server-keys/server-keys.ts'

type SealName = { [Name in keyof ServerKeySet]: Name extends `${string}Seal` ? Name : never }[keyof ServerKeySet]

type SealedTable = Readonly<{ table: TableName; columns: readonly string[] }>

/**
 * Every column that is encrypted under a key of the master secret, by that key. The compiler requires an entry for each
 * key, and a test one for each column.
 */
export const sealedTables: { readonly [Name in SealName]: SealedTable } = {
  signingKeySeal: { table: 'signing_keys', columns: ['private_sealed'] },
  webhookSecretSeal: { table: 'webhooks', columns: ['secret_sealed', 'former_sealed'] },
  mailLinkSeal: { table: 'mails', columns: ['link_sealed'] },
  providerSecretSeal: { table: 'sign_in_providers', columns: ['secret_sealed'] },
  authenticatorAppSeal: { table: 'authenticator_apps', columns: ['secret_sealed'] },
  keptResponseSeal: { table: 'idempotency_keys', columns: ['response'] },
  // And in a cookie of the browser, for the minutes of a sign-in.
  providerSignInSeal: { table: 'provider_tests', columns: ['sealed'] },
}

export const sealNames = Object.keys(sealedTables) as readonly SealName[]
