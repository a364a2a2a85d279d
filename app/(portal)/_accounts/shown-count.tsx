import { portalTranslator } from '../_preferences/preferences.ts'

type Props = Readonly<{
  page: Readonly<{ accounts: readonly unknown[]; more: boolean; next: string | null }>
  /** The last account ID of the previous page; `undefined` on the first page. */
  after: string | undefined
}>

/** How many accounts this page shows, and whether there are more. The total is never counted. */
export async function ShownCount({ page: { accounts, more, next }, after }: Props) {
  const t = await portalTranslator('accounts')
  const count = accounts.length
  if (more && next === null) return t('matchMore', { count })
  return t(more || after !== undefined ? 'onPage' : 'count', { count })
}
