import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import chart from '#app/(portal)/_charts/chart.module.css'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { accountHref } from '#app/(portal)/_urls/accounts-url.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { toHref } from '#app/(portal)/_urls/list-url.ts'
import { keyHref, userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Link } from '#components/ui/link.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import {
  type Opener,
  type OpeningPeriod,
  type AccountOpenings as Openings,
  openingPeriods,
} from '#lib/domain/events/activity/account-openings.ts'
import { periods } from '#lib/domain/events/activity/event-filter.ts'
import styles from './account-page.module.css'

type Props = Readonly<{ accountId: string; period: OpeningPeriod; openings: Openings }>

/** Who opened the account in a period: each key, and each user of the portal. */
export async function AccountOpenings({ accountId, period, openings }: Props) {
  const t = await portalTranslator('keyUsage')
  const { openers, refused, onlyNewest } = openings
  const columns: readonly Column<'who' | 'how' | 'times' | 'last' | 'from'>[] = [
    { id: 'who', header: t('who') },
    { id: 'how', header: t('how'), onPhones: 'fact', width: 'medium' },
    { id: 'times', header: t('howOften'), onPhones: 'fact', width: 'small' },
    { id: 'last', header: t('last'), onPhones: 'moment', width: 'medium' },
    { id: 'from', header: t('from'), onPhones: 'absent', priority: 1, width: 'medium' },
  ]
  return (
    <Card title={t('openers')} action={<Periods accountId={accountId} period={period} />}>
      <p className={styles.none}>{await summarize(openings)}</p>
      {openers.length > 0 && <Table caption={t('openers')} columns={columns} rows={await toRows(openers)} />}
      <p className={`lk-fine ${styles.foot}`}>
        {onlyNewest !== undefined && `${t('onlyNewest', { count: onlyNewest })} `}
        {refused > 0 && `${t('refusedToo', { count: refused })} `}
        <Link href={activityHref({ account: accountId, kind: 'sso_grant', period })}>{t('showInActivity')}</Link>
      </p>
    </Card>
  )
}

async function summarize({ people, keys, times }: Openings): Promise<string> {
  const [t, { locale }] = await Promise.all([portalTranslator('keyUsage'), readPreferences()])
  if (times === 0) return t('noOpeners')
  const parts = [people > 0 && t('people', { count: people }), keys > 0 && t('keys', { count: keys })]
  const who = new Intl.ListFormat(locale).format(parts.filter((part) => part !== false))
  return t('openedBy', { count: times, who })
}

async function toRows(openers: readonly Opener[]) {
  const t = await portalTranslator('keyUsage')
  return openers.map((opener) => {
    const { keyId, userId, name, count, lastAt, lastFrom } = opener
    return {
      id: keyId ?? userId ?? name,
      cells: {
        who: <Who opener={opener} />,
        how: keyId === null ? t('launcher') : t('link'),
        times: t('times', { count }),
        last: <Moment at={lastAt} />,
        from: lastFrom,
      },
    }
  })
}

function Who({ opener: { keyId, userId, name, role, mayManage } }: Readonly<{ opener: Opener }>) {
  const href = keyId === null ? userHref(userId ?? '') : keyHref(keyId)
  return (
    <span className={styles.opener}>
      <UserAvatar user={{ name, role: keyId === null ? (role ?? 'agent') : 'service' }} size="small" />
      {mayManage ? <Link href={href}>{name}</Link> : <span>{name}</span>}
    </span>
  )
}

async function Periods({ accountId, period }: Pick<Props, 'accountId' | 'period'>) {
  const [t, activity] = await Promise.all([portalTranslator('keyUsage'), portalTranslator('activity')])
  return (
    <nav className={chart.periods} aria-label={t('period')}>
      {openingPeriods.map((each) => (
        <Link
          key={each}
          href={toHref(accountHref(accountId), { opened: each })}
          aria-current={each === period ? 'true' : undefined}
          scroll={false}
        >
          {activity('lastDays', periods[each])}
        </Link>
      ))}
    </nav>
  )
}
