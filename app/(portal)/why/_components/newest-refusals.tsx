import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { whyHref } from '#app/(portal)/_urls/why-url.ts'
import { Link } from '#components/ui/link.tsx'
import { explainRefusal } from '#lib/domain/events/refusals/explain-refusal.ts'
import type { ExplainedRefusal } from '#lib/domain/events/refusals/find-refusals.ts'
import styles from './why.module.css'

type Props = Readonly<{
  /** The newest ones. */
  refusals: readonly ExplainedRefusal[]
  total: number
}>

/** The refusals of the last 24 hours; each leads to its explanation. */
export async function NewestRefusals({ refusals, total }: Props) {
  const t = await portalTranslator('why')
  const preferences = await readPreferences()
  return (
    <section className={`lk-card ${styles.refusals}`} aria-labelledby="newest">
      <div className={styles.head}>
        <h2 id="newest">{t('newest')}</h2>
        {total > refusals.length && t('newestOf', { shown: refusals.length, total })}
      </div>
      {total === 0 && <p className={`lk-fine ${styles.none}`}>{t('live.noRefusals')}</p>}
      <ol className={styles.newest}>
        {refusals.map((refusal) => (
          <li key={refusal.requestId}>
            <Link href={whyHref(refusal.requestId)}>{explainRefusal(refusal, preferences).cause}</Link>
            <code>{refusal.endpoint}</code>
            <span>{refusal.keyId !== null && <Link href={keyHref(refusal.keyId)}>{refusal.keyName}</Link>}</span>
            <Moment at={refusal.at} />
          </li>
        ))}
      </ol>
    </section>
  )
}
