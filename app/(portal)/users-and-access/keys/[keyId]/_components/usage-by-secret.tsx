import type { ReactNode } from 'react'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Table } from '#components/ui/table.tsx'
import type { KeySecret } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import type { SecretUsage } from '#lib/domain/keys/usage/key-usage.ts'

type Props = Readonly<{
  bySecret: readonly SecretUsage[]
  /** The newest ones; what others did is summed in the last row. */
  secrets: readonly KeySecret[]
}>

/** What each secret did, the newest first. */
export async function UsageBySecret({ bySecret, secrets }: Props) {
  const [t, states, format] = await Promise.all([
    portalTranslator('keyUsage'),
    portalTranslator('keySecrets'),
    portalFormatter(),
  ])
  const columns = [
    { id: 'secret', header: t('secret') },
    { id: 'calls', header: t('calls'), align: 'end' },
    { id: 'opened', header: t('opened'), align: 'end' },
    { id: 'refused', header: t('refused'), align: 'end' },
  ] as const
  const toRow = (id: string, secret: ReactNode, uses: readonly SecretUsage[]) => {
    const sum = (name: 'calls' | 'opened' | 'refused') => format.number(uses.reduce((all, each) => all + each[name], 0))
    return uses.length === 0
      ? []
      : [{ id, cells: { secret, calls: sum('calls'), opened: sum('opened'), refused: sum('refused') } }]
  }
  const known = new Set(secrets.map(({ id }) => id))
  const rows = [
    ...secrets.flatMap(({ id, state, createdAt }) =>
      toRow(
        id,
        <>
          {states(`states.${state}`)}, {states.rich('generated', { when: () => <Moment at={createdAt} mode="date" /> })}
        </>,
        bySecret.filter(({ secretId }) => secretId === id),
      ),
    ),
    ...toRow(
      'others',
      t('otherSecrets'),
      bySecret.filter(({ secretId }) => !known.has(secretId)),
    ),
  ]
  return <Table caption={t('bySecret')} columns={columns} rows={rows} />
}
