import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Public keys of API keys, which follow each other as secrets do. */
export const up = scriptMigration(`
  alter table key_secrets add column public_jwk text;
`)
