import type { AccountAccessPage } from '#lib/users/account-access.ts'
import { Pagination } from '../../../../../../../components/ui/pagination.tsx'
import { ShownCount } from '../../../../../_accounts/shown-count.tsx'
import { portalTranslator } from '../../../../../_preferences/preferences.ts'
import { type AccessListState, accessListHref } from '../list-state.ts'

type Props = Readonly<{ listState: AccessListState; choices: AccountAccessPage }>

/** How many accounts are shown, with links to the next and the first page. */
export async function AccountAccessPages({ listState, choices }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { accounts, next } = choices
  if (accounts.length === 0) return null
  return (
    <Pagination
      label={t('accounts.pages')}
      previous={{
        label: t('accounts.first'),
        href: listState.after && accessListHref({ ...listState, after: undefined }),
      }}
      next={{
        label: t('accounts.next'),
        href: next === null ? undefined : accessListHref({ ...listState, after: next }),
      }}
    >
      <ShownCount page={choices} after={listState.after} />
    </Pagination>
  )
}
