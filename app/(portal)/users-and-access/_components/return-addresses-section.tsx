import { Created } from '#app/(portal)/_details/two-lines.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { dialogHref, type ListState } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Code } from '#components/ui/code.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Table } from '#components/ui/table.tsx'
import type { ReturnAddress } from '#lib/domain/links/return-addresses/return-address.ts'
import { Section } from './section.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{ addresses: readonly ReturnAddress[]; listState: ListState }>

export async function ReturnAddressesSection({ addresses, listState }: Props) {
  const [t, format] = await Promise.all([portalTranslator('usersAndAccess'), portalFormatter()])
  return (
    <Section
      id="return-addresses"
      title={t('returnAddresses.title')}
      count={format.number(addresses.length)}
      add={{
        href: dialogHref(listState, 'add-return-address'),
        label: t('returnAddresses.addShort'),
        name: t('returnAddresses.add'),
      }}
      foot={t('returnAddresses.why')}
    >
      <div className={styles.addresses}>
        {addresses.length === 0 ? (
          <EmptyState noun="returnAddress" title={t('returnAddresses.none')}>
            {t('returnAddresses.noneHint')}
          </EmptyState>
        ) : (
          <AddressTable addresses={addresses} listState={listState} />
        )}
      </div>
    </Section>
  )
}

async function AddressTable({ addresses, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const columns = [
    { id: 'origin', header: t('returnAddresses.columns.origin') },
    { id: 'actions', header: t('actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = addresses.map(({ origin, createdAt, createdByName }) => ({
    id: origin,
    cells: {
      origin: (
        <>
          <Code>{origin}</Code>
          <span className={`lk-fine ${styles.added}`}>
            <Created createdAt={createdAt} createdByName={createdByName} />
          </span>
        </>
      ),
      actions: (
        <LinkButton
          href={dialogHref(listState, 'remove-return-address', origin)}
          aria-label={t('returnAddresses.removeNamed', { origin })}
          size="small"
          variant="quiet"
          inPlace
        >
          {t('returnAddresses.remove')}
        </LinkButton>
      ),
    },
  }))
  return <Table caption={t('returnAddresses.caption')} columns={columns} rows={rows} headHidden />
}
