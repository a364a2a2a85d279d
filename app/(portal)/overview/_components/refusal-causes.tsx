import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { whyPath } from '#app/(portal)/_urls/why-url.ts'
import styles from '#app/(portal)/overview/overview.module.css'
import { Link } from '#components/ui/link.tsx'
import type { Overview } from '#lib/domain/organization/overview/read-overview.ts'
import type { RefusalCode } from '#lib/kernel/errors.ts'
import { OverviewCard } from './card.tsx'

type Props = Pick<Overview, 'refusals' | 'explained'> & Readonly<{ since: string | undefined }>

/** Refusals that Activity records; the others are only counted. */
const recordedAs: Readonly<Partial<Record<RefusalCode, string>>> = {
  sign_in_failed: 'portal_session.refused',
  grant_withdrawn: 'sso_grant.refused',
}

export async function RefusalCauses({ refusals, explained, since = '' }: Props) {
  const t = await portalTranslator('overview')
  const most = Math.max(...refusals.map(({ count }) => count))
  return (
    <OverviewCard
      id="refusals"
      title={t('causes')}
      foot={explained > 0 && <Link href={whyPath}>{t('explained', { count: explained })}</Link>}
    >
      {refusals.length === 0 && <p className={styles.nothing}>{t('noCauses')}</p>}
      <ul className={styles.causes}>
        {refusals.map((cause) => (
          <Cause key={cause.code} {...cause} share={cause.count / most} since={since} />
        ))}
      </ul>
    </OverviewCard>
  )
}

type CauseProps = Overview['refusals'][number] & Readonly<{ share: number; since: string }>

async function Cause({ code, count, share, since }: CauseProps) {
  const [t, format] = await Promise.all([portalTranslator('errors'), portalFormatter()])
  const title = t(`refusals.${code as RefusalCode}.title`)
  const kind = recordedAs[code as RefusalCode]
  return (
    <li>
      <p className={styles.cause}>
        {kind ? <Link href={activityHref({ kind, from: since })}>{title}</Link> : title}
        <strong>{format.number(count)}</strong>
      </p>
      <svg className={styles.share} aria-hidden="true">
        <rect width={`${(100 * share).toFixed(1)}%`} height="100%" rx="2" />
      </svg>
    </li>
  )
}
