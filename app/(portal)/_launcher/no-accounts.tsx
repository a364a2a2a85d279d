import { isManager } from '#lib/permissions.ts'
import type { PortalRole } from '#lib/roles.ts'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './account-list.module.css'

type Props = Readonly<{ query: string; opensAny: boolean; role: PortalRole }>

/** Empty state: suggests another search, or explains how accounts are added. */
export async function NoAccounts({ query, opensAny, role }: Props) {
  const t = await portalTranslator('launcher')
  const newcomer = isManager(role) ? 'noneForManager' : 'noneForAgent'
  const words = opensAny ? 'nothing' : newcomer
  const actions = {
    nothing: <LinkButton href="/">{t('nothing.clear')}</LinkButton>,
    noneForManager: (
      <div className="lk-actions">
        <LinkButton variant="primary" href="/manage/accounts?dialog=add">
          {t('noneForManager.add')}
        </LinkButton>
        <LinkButton href="/manage/accounts/import">{t('noneForManager.import')}</LinkButton>
      </div>
    ),
    noneForAgent: undefined,
  }
  return (
    <div className={styles.section}>
      <EmptyState title={t(`${words}.title`, { query })} action={actions[words]}>
        {t(`${words}.why`)}
      </EmptyState>
    </div>
  )
}
