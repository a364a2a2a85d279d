import { type Kysely, sql } from 'kysely'
import { updateSearchText } from '#lib/db/migrations/0008-account-spellings.ts'
import { runScript } from '#lib/db/migrations/run-script.ts'
import { expandedSpellings, foldForSearch } from '#lib/fold-text.ts'

/**
 * Folds letters with strokes and hooks in the stored search texts, gives API keys one, and indexes account IDs without
 * their separators. Only rows with non-ASCII letters can change; the index comes last, because it blocks writers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await updateSearchText(db, 'accounts', ['name'], ({ id, name }) => {
    const spaced = (name ?? '').replace(/\s+/gu, ' ')
    return [foldForSearch(spaced), foldForSearch(id), ...expandedSpellings([spaced])]
  })
  await updateSearchText(db, 'users', ['name', 'username', 'email'], ({ name, username, email }) => {
    const texts = [name ?? '', username ?? '', email ?? '']
    return [...texts.map(foldForSearch), ...expandedSpellings(texts)]
  })
  await runScript(
    db,
    `
    alter table api_keys add column search_text text;
    update api_keys set search_text = lower(name);`,
  )
  await updateSearchText(db, 'api_keys', ['name'], ({ name }) => [
    foldForSearch(name ?? ''),
    ...expandedSpellings([name ?? '']),
  ])
  await foldGroupNames(db)
  await runScript(
    db,
    `
    drop index accounts_by_folded_id;
    create index accounts_by_plain_id on accounts (replace(replace(replace(lower(id), '-', ''), '_', ''), '.', ''));`,
  )
}

/** A group whose new key another group has keeps the former one: both exist, and neither name can be given again. */
async function foldGroupNames(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; name_key: string }>`
    select id, name, name_key from account_groups order by created_at, id`.execute(db)
  const taken = new Set(rows.map((row) => row.name_key))
  for (const { id, name, name_key } of rows) {
    const folded = foldForSearch(name)
    if (taken.has(folded)) continue
    taken.delete(name_key)
    taken.add(folded)
    await sql`update account_groups set name_key = ${folded} where id = ${id}`.execute(db)
  }
}
