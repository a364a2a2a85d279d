import { correctableWords, findSpellings, neighborhoodOf } from '#lib/domain/accounts/accounts/spelling.ts'
import { findAccountWords, findAccountWordsLike } from '#lib/foundation/db/account-words.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { insertGiven } from '#lib/foundation/db/given-rows.ts'

/** Adds the words of accounts to those that {@link findMeantWords} finds. In order: others wait for the same words. */
export async function addAccountWords(db: Db, searchTexts: readonly string[]): Promise<void> {
  const words = [...new Set(searchTexts.flatMap(correctableWords))].sort()
  await insertGiven(db, {
    into: 'account_words',
    rows: words.map((word) => ({ word })),
    toColumns: (given) => ({ word: given.word }),
  })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The words of all account names that a mistyped word may mean, the closest first. Some may be of accounts that the
 * user may not open, or of none: never show one without an account that the user finds by it.
 */
export async function findMeantWords(db: Db, typed: string): Promise<readonly string[]> {
  const neighborhood = neighborhoodOf(typed)
  const words =
    neighborhood.beginnings.length > 0
      ? await findAccountWordsLike(db, neighborhood)
      : await findAccountWords(db, neighborhood.words)
  return findSpellings(typed, words)
}
