import { portalTranslator } from '../_preferences/preferences.ts'

type Props = Readonly<{
  page: Readonly<{ accounts: readonly unknown[]; more: boolean; next: string | null }>
  /** Where the page begins; undefined: with the first account. */
  after: string | undefined
}>

/** How many accounts a page shows, and whether these are all. How many there are in all is counted nowhere. */
export async function ShownCount({ page: { accounts, more, next }, after }: Props) {
  const t = await portalTranslator('accounts')
  const count = accounts.length
  if (more && next === null) return t('matchMore', { count })
  return t(more || after !== undefined ? 'onPage' : 'count', { count })
}
