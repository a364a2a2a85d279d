import styles from '#app/(portal)/_charts/chart.module.css'
import { axisEnd } from '#app/(portal)/_charts/points.ts'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Table } from '#components/ui/table.tsx'
import { bucketsOf, type UsageBucket, type UsagePeriod } from '#lib/domain/keys/usage/key-usage.ts'

type Props = Readonly<{ buckets: readonly UsageBucket[]; period: UsagePeriod }>
type BarProps = Props & Readonly<{ rotatedAt: number | null }>

const quarters = [4, 3, 2, 1, 0] as const
/** Of a hundred units of height, between two stacked bars. */
const gap = 1
/** Units of width per bucket, of which the bar takes seven. */
const pitch = 10
const shownTimes = 5

/** Calls as bars stacked by secret, with refusals as pins on an axis of their own. The table has the numbers. */
export async function UsageBars({ buckets, period, rotatedAt }: BarProps) {
  const [t, format] = await Promise.all([portalTranslator('keyUsage'), portalFormatter()])
  const callsEnd = axisEnd(Math.max(...buckets.map(({ current, earlier }) => current + earlier)))
  const refusedEnd = axisEnd(Math.max(...buckets.map(({ refused }) => refused)))
  const total = (name: 'current' | 'earlier' | 'refused') =>
    format.number(buckets.reduce((sum, each) => sum + each[name], 0))
  const rotation = rotationPlace(buckets, period, rotatedAt)
  return (
    <div aria-hidden="true">
      <div className={styles.legend}>
        <span data-series="current">{t('sum', { of: t('current'), sum: total('current') })}</span>
        {buckets.some(({ earlier }) => earlier > 0) && (
          <span data-series="earlier">{t('sum', { of: t('earlier'), sum: total('earlier') })}</span>
        )}
        <span data-series="refused">{t('sum', { of: t('refused'), sum: total('refused') })}</span>
        {rotatedAt !== null && rotation !== undefined && (
          <span>{t('rotated', { date: format.dateTime(rotatedAt, { dateStyle: 'medium', timeStyle: 'short' }) })}</span>
        )}
      </div>
      <div className={styles.chart} data-axes="two">
        <Scale end={callsEnd} />
        <svg
          className={styles.bars}
          viewBox={`0 0 ${pitch * buckets.length} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {quarters.map((quarter) => (
            <line
              key={quarter}
              x1="0"
              x2={pitch * buckets.length}
              y1={25 * quarter}
              y2={25 * quarter}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {buckets.map((bucket, index) => (
            <Bar key={bucket.since} bucket={bucket} x={pitch * index} callsEnd={callsEnd} refusedEnd={refusedEnd} />
          ))}
          {rotation !== undefined && (
            <line data-rotated="" x1={rotation} x2={rotation} y1="0" y2="100" vectorEffect="non-scaling-stroke" />
          )}
          {buckets.map((bucket, index) => (
            <Hover key={bucket.since} bucket={bucket} x={pitch * index} period={period} />
          ))}
        </svg>
        <Scale end={refusedEnd} tone="danger" />
        <Times buckets={buckets} period={period} />
      </div>
    </div>
  )
}

/** Where the current secret replaced the one before; undefined outside of the period. */
function rotationPlace(buckets: readonly UsageBucket[], period: UsagePeriod, at: number | null): number | undefined {
  const first = buckets[0]?.since
  if (at === null || first === undefined || at < first) return undefined
  return (pitch * (at - first)) / bucketsOf[period].lengthMs
}

async function Scale({ end, tone }: Readonly<{ end: number; tone?: 'danger' }>) {
  const format = await portalFormatter()
  return (
    <div className={styles.scale} data-tone={tone}>
      {quarters.map((quarter) => (
        <span key={quarter}>{format.number((end / 4) * quarter)}</span>
      ))}
    </div>
  )
}

type BucketProps = Readonly<{ bucket: UsageBucket; x: number }>

function Bar({ bucket, x, callsEnd, refusedEnd }: BucketProps & Readonly<{ callsEnd: number; refusedEnd: number }>) {
  const { current, earlier, refused } = bucket
  const [below, above] = [(100 * earlier) / callsEnd, (100 * current) / callsEnd]
  const space = earlier > 0 && above > gap ? gap : 0
  const pin = (100 - (100 * refused) / refusedEnd).toFixed(1)
  const rect = { x: x + 1.5, width: 7 }
  return (
    <>
      {earlier > 0 && <rect data-series="earlier" {...rect} y={(100 - below).toFixed(1)} height={below.toFixed(1)} />}
      {current > 0 && (
        <rect
          data-series="current"
          {...rect}
          y={(100 - below - above).toFixed(1)}
          height={(above - space).toFixed(1)}
        />
      )}
      {refused > 0 && (
        <>
          <path d={`M${x + 5} 100V${pin}`} vectorEffect="non-scaling-stroke" />
          <path data-end="" d={`M${x + 5} ${pin}h0`} vectorEffect="non-scaling-stroke" />
        </>
      )}
    </>
  )
}

async function Hover({ bucket, x, period }: BucketProps & Readonly<{ period: UsagePeriod }>) {
  const [t, format] = await Promise.all([portalTranslator('keyUsage'), portalFormatter()])
  const { since, current, earlier, opened, refused } = bucket
  const when = format.dateTime(since, styleOf[period])
  return (
    <rect data-hover="" x={x} y="0" width={pitch} height="100">
      <title>{t('ofBucket', { when, calls: current + earlier, opened, refused })}</title>
    </rect>
  )
}

/** Days begin at midnight UTC. */
const styleOf = {
  day: { hour: 'numeric', minute: '2-digit' },
  month: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  year: { day: 'numeric', month: 'short', timeZone: 'UTC' },
} as const satisfies Record<UsagePeriod, object>

async function Times({ buckets, period }: Props) {
  const format = await portalFormatter()
  const step = (buckets.length - 1) / (shownTimes - 1)
  const shown = Array.from({ length: shownTimes }, (_, index) => buckets[Math.round(index * step)]?.since ?? 0)
  return (
    <div className={styles.dates}>
      {shown.map((since) => (
        <span key={since}>{format.dateTime(since, styleOf[period])}</span>
      ))}
    </div>
  )
}

export async function UsageTable({ buckets, period }: Props) {
  const [t, format] = await Promise.all([portalTranslator('keyUsage'), portalFormatter()])
  const columns = [
    { id: 'since', header: t('from') },
    { id: 'current', header: t('current'), align: 'end' },
    { id: 'earlier', header: t('earlier'), align: 'end' },
    { id: 'opened', header: t('opened'), align: 'end' },
    { id: 'refused', header: t('refused'), align: 'end' },
  ] as const
  const rows = buckets.toReversed().map(({ since, current, earlier, opened, refused }) => ({
    id: `from-${since}`,
    cells: {
      since: format.dateTime(since, styleOf[period]),
      current: format.number(current),
      earlier: format.number(earlier),
      opened: format.number(opened),
      refused: format.number(refused),
    },
  }))
  return <Table caption={t('title')} columns={columns} rows={rows} />
}
