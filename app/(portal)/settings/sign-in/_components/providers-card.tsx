import { IconPlus } from '@tabler/icons-react'
import { Card } from '#app/(portal)/_details/card.tsx'
import { CardFoot } from '#app/(portal)/_details/items.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { addProviderPath, providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { State } from '#components/ui/state.tsx'
import { Table } from '#components/ui/table.tsx'
import { listProviders } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import styles from './providers-card.module.css'

/** The company's own sign-in, for owners. */
export async function ProvidersCard({ actor }: Readonly<{ actor: PortalUser }>) {
  const [t, services] = await Promise.all([portalTranslator('companySignIn'), getServices()])
  const providers = await listProviders(services, actor)
  const columns = [
    { id: 'provider', header: t('columns.provider') },
    { id: 'domains', header: t('columns.domains'), width: 'large', onPhones: 'fact' },
    { id: 'state', header: t('columns.state'), width: 'medium', onPhones: 'state' },
    { id: 'actions', header: t('setup.continue'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = providers.map(({ id, label, domains, isDisabled }) => ({
    id,
    cells: {
      provider: <Link href={providerHref(id)}>{label}</Link>,
      domains: domains.join(', ') || t('anyDomain'),
      state: isDisabled ? <State kind="off">{t('disabled')}</State> : <State kind="on">{t('enabled')}</State>,
      actions: isDisabled && (
        <LinkButton href={providerHref(id)} aria-label={t('setup.continueNamed', { label })} size="small">
          {t('setup.continue')}
        </LinkButton>
      ),
    },
  }))
  const add = (
    <LinkButton href={addProviderPath} size="small">
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {t('form.add')}
    </LinkButton>
  )
  return (
    <Card title={t('title')} action={add}>
      {providers.length === 0 ? (
        <EmptyState noun="provider" title={t('none.title')}>
          {t('none.why')}
        </EmptyState>
      ) : (
        <div className={styles.providers}>
          <Table caption={t('title')} columns={columns} rows={rows} />
        </div>
      )}
      <CardFoot>{t('why')}</CardFoot>
    </Card>
  )
}
