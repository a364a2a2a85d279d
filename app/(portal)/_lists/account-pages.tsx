import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Pagination } from '#components/ui/pagination.tsx'

type Props = Readonly<{
  page: Readonly<{ accounts: readonly unknown[]; more: boolean; next: string | null }>
  /** The last account ID of the previous page; `undefined` on the first page. */
  after: string | undefined
  hrefOf: (after: string | undefined) => string
}>

/** How many accounts this page shows, with links to the next and the first page. The total is never counted. */
export async function AccountPages({ page: { accounts, more, next }, after, hrefOf }: Props) {
  const t = await portalTranslator('accounts')
  const isPart = more || after !== undefined
  return (
    <Pagination
      label={t('pages')}
      previous={{ label: t('firstPage'), href: after && hrefOf(undefined) }}
      next={{ label: t('nextPage'), href: next === null ? undefined : hrefOf(next) }}
    >
      {t(more && next === null ? 'matchMore' : isPart ? 'onPage' : 'count', { count: accounts.length })}
    </Pagination>
  )
}
