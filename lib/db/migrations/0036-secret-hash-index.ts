import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** The leak desk finds a secret by its hash alone. */
export const up = scriptMigration(`
  create index key_secrets_by_hash on key_secrets (secret_hash);
`)
