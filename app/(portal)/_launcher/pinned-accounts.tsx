import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Link } from '#components/ui/link.tsx'
import type { LauncherAccount } from '#lib/domain/accounts/accounts/account.ts'
import styles from './account-list.module.css'
import { Heading } from './account-list.tsx'
import row from './account-row.module.css'
import { AccountTiles, type OpenPaths } from './account-rows.tsx'
import { PinOrder } from './pin-order.tsx'

type Props = Readonly<{
  accounts: readonly LauncherAccount[]
  openPaths: OpenPaths
  /** Shows them as a list to arrange. */
  isEditing: boolean
}>

/** The pinned accounts as tiles in the user's order; renders nothing when empty. */
export async function PinnedAccounts({ accounts, openPaths, isEditing }: Props) {
  if (accounts.length === 0) return null
  const t = await portalTranslator('launcher')
  return (
    <section className={styles.section} aria-labelledby="pinned">
      <Heading id="pinned" title={t('pinned')} count={accounts.length}>
        {(isEditing || accounts.length > 1) && (
          <Link className={styles.edit} href={isEditing ? '/' : '/?edit=pinned'} replace scroll={false}>
            {t(isEditing ? 'order.done' : 'order.edit')}
          </Link>
        )}
      </Heading>
      {isEditing ? (
        <PinnedOrder accounts={accounts} />
      ) : (
        <ul className={row.tiles}>
          <AccountTiles accounts={accounts} openPaths={openPaths} />
        </ul>
      )}
    </section>
  )
}

async function PinnedOrder({ accounts }: Pick<Props, 'accounts'>) {
  const t = await portalTranslator('launcher')
  const items = accounts.map(({ id, name }) => ({
    id,
    name,
    mark: <AccountMonogram account={{ id, name }} />,
    up: t('order.up', { name }),
    down: t('order.down', { name }),
    moved: t('order.moved', { name, place: '{place}', total: accounts.length }),
  }))
  return <PinOrder accounts={items} hint={t('order.hint')} />
}
