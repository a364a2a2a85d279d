import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { listPath } from '#app/(portal)/_urls/accounts-url.ts'
import { groupsPath } from '#app/(portal)/_urls/groups-url.ts'
import { Link } from '#components/ui/link.tsx'
import { countAccountGroups } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { countAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import styles from './manage-tabs.module.css'

const tabs = { accounts: listPath, groups: groupsPath } as const

type Props = Readonly<{ actor: PortalUser; current: keyof typeof tabs }>

/** Accounts and their groups with their numbers, as links: each has its own URL. */
export async function ManageTabs({ actor, current }: Props) {
  const [services, t, count] = await Promise.all([
    getServices(),
    portalTranslator('accountGroups'),
    portalTranslator('launcher'),
  ])
  const [accounts, groups] = await Promise.all([countAccounts(services, actor), countAccountGroups(services, actor)])
  const totals = { accounts, groups: { count: groups, isExact: true } }
  return (
    <nav className={styles.tabs} aria-label={t('tabs')}>
      {(['accounts', 'groups'] as const).map((name) => (
        <Link key={name} href={tabs[name]} aria-current={name === current ? 'page' : undefined}>
          {t(name)} <span>{count(totals[name].isExact ? 'number' : 'numberAtLeast', totals[name])}</span>
        </Link>
      ))}
    </nav>
  )
}
