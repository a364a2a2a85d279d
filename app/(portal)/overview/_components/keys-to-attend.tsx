import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { allCurrentKeys, keyHref, listHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import styles from '#app/(portal)/overview/overview.module.css'
import { Link } from '#components/ui/link.tsx'
import { NounIcon } from '#components/ui/noun-icon.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { Overview } from '#lib/domain/organization/overview/read-overview.ts'
import { OverviewCard } from './card.tsx'

type Props = Pick<Overview, 'expiring' | 'unused'>

const shownKeys = 4

/** Keys that expire soon, then keys that no program uses. */
export async function KeysToAttend({ expiring, unused }: Props) {
  const t = await portalTranslator('overview')
  const keysHref = (age: 'expiring' | 'unused') =>
    listHref({ search: '', page: 1, keys: { ...allCurrentKeys, age } }, 'api-keys')
  const rows = [
    ...expiring.keys.map((key) => ({ key, isExpiring: true })),
    ...unused.keys.map((key) => ({ key, isExpiring: false })),
  ].slice(0, shownKeys)
  return (
    <OverviewCard
      title={t('keys')}
      foot={
        rows.length > 0 && (
          <>
            {expiring.total > 0 && (
              <Link href={keysHref('expiring')}>{t('allExpiring', { count: expiring.total })}</Link>
            )}
            {unused.total > 0 && <Link href={keysHref('unused')}>{t('allUnused', { count: unused.total })}</Link>}
          </>
        )
      }
    >
      {rows.length === 0 && <p className={styles.nothing}>{t('noKeys')}</p>}
      <ul className={styles.rows}>
        {rows.map(({ key, isExpiring }) => (
          <KeyRow key={`${key.id}-${isExpiring}`} apiKey={key} isExpiring={isExpiring} />
        ))}
      </ul>
    </OverviewCard>
  )
}

async function KeyRow({ apiKey, isExpiring }: Readonly<{ apiKey: ApiKey; isExpiring: boolean }>) {
  const [t, format] = await Promise.all([portalTranslator('overview'), portalFormatter()])
  const date = (at: number) => format.dateTime(at, { dateStyle: 'long' })
  const { id, name, expiresAt, lastUsedAt } = apiKey
  const why = () => {
    if (isExpiring && expiresAt !== null) return t('expires', { date: date(expiresAt) })
    return lastUsedAt === null ? t('neverUsed') : t('unusedSince', { date: date(lastUsedAt) })
  }
  return (
    <li className={styles.row}>
      <span className={styles.tile} data-tone={isExpiring ? 'warning' : undefined}>
        <NounIcon noun="key" size={16} />
      </span>
      <div className={styles.texts}>
        <Link href={keyHref(id)}>{name}</Link>
        <span className={styles.note}>{why()}</span>
      </div>
    </li>
  )
}
