import type { AccountAccessPage } from '#lib/users/account-access.ts'
import { LiveSearch } from '../../../../../../../components/live-search.tsx'
import { SegmentLinks } from '../../../../../../../components/ui/segment-links.tsx'
import { portalTranslator } from '../../../../../_preferences/preferences.ts'
import { userAccountsHref } from '../../../../list-state.ts'
import { type AccessListState, accessListHref } from '../list-state.ts'
import styles from './account-access.module.css'

type Props = Readonly<{ listState: AccessListState; choices: AccountAccessPage }>

/** Search, and the filter between all accounts and the selected ones. */
export async function AccountAccessFilter({ listState, choices }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const viewHref = (view: AccessListState['view']) => accessListHref({ ...listState, view, after: undefined })
  return (
    <div className={styles.tools}>
      <LiveSearch
        path={userAccountsHref(listState.userId)}
        query={listState.query}
        label={t('accounts.search')}
        also={listState.view === 'all' ? {} : { view: listState.view }}
      />
      <SegmentLinks
        label={t('accounts.views')}
        links={[
          {
            href: viewHref('all'),
            label: t('accounts.viewAll'),
            current: listState.view === 'all',
          },
          {
            href: viewHref('list'),
            label: t('accounts.viewListed', { count: choices.listed }),
            current: listState.view === 'list',
          },
        ]}
      />
    </div>
  )
}
