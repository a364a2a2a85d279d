import chart from '#app/(portal)/_charts/chart.module.css'
import { axisEnd, toPoints } from '#app/(portal)/_charts/points.ts'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import styles from '#app/(portal)/overview/overview.module.css'
import { Table } from '#components/ui/table.tsx'
import type { DayUsage } from '#lib/domain/organization/overview/summarize-usage.ts'
import { OverviewCard } from './card.tsx'

type Props = Readonly<{ days: readonly DayUsage[] }>

const quarters = [4, 3, 2, 1, 0] as const
const shownDates = 5

/** Opened accounts and tokens by day, as lines with the table beneath. */
export async function UsageChart({ days }: Props) {
  const [t, format] = await Promise.all([portalTranslator('overview'), portalFormatter()])
  const end = axisEnd(Math.max(...days.flatMap(({ opened, tokens }) => [opened, tokens])))
  return (
    <OverviewCard
      title={t('perDay')}
      note={
        <span className={styles.legend} aria-hidden="true">
          <span data-series="opened">{t('opened')}</span> <span data-series="tokens">{t('tokens')}</span>
        </span>
      }
    >
      <div className={chart.chart} aria-hidden="true">
        <div className={chart.scale}>
          {quarters.map((quarter) => (
            <span key={quarter}>{format.number((end / 4) * quarter)}</span>
          ))}
        </div>
        <Lines days={days} end={end} />
        <Dates days={days} />
      </div>
      <details className={chart.asTable}>
        <summary>{t('showTable')}</summary>
        <DayTable days={days} />
      </details>
    </OverviewCard>
  )
}

async function Lines({ days, end }: Props & Readonly<{ end: number }>) {
  const [t, format] = await Promise.all([portalTranslator('overview'), portalFormatter()])
  const width = days.length - 1
  const lines = (['opened', 'tokens'] as const).map((name) => ({
    name,
    points: toPoints(
      days.map((day) => day[name]),
      end,
    ),
  }))
  return (
    <svg className={styles.lines} viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
      {quarters.map((quarter) => (
        <line key={quarter} x1="0" x2={width} y1={25 * quarter} y2={25 * quarter} vectorEffect="non-scaling-stroke" />
      ))}
      <polygon points={`0,100 ${lines[0]?.points} ${width},100`} />
      {lines.map(({ name, points }) => (
        <polyline key={name} points={points} data-series={name} vectorEffect="non-scaling-stroke" />
      ))}
      {days.map(({ date, opened, tokens }, day) => (
        <rect key={date} x={day - 0.5} y="0" width="1" height="100">
          <title>
            {t('ofDay', { day: format.dateTime(Date.parse(date), { ...dayStyle, timeZone: 'UTC' }), opened, tokens })}
          </title>
        </rect>
      ))}
    </svg>
  )
}

const dayStyle = { weekday: 'short', day: 'numeric', month: 'short' } as const

async function Dates({ days }: Props) {
  const format = await portalFormatter()
  const step = (days.length - 1) / (shownDates - 1)
  const shown = Array.from({ length: shownDates }, (_, index) => days[Math.round(index * step)]?.date ?? '')
  return (
    <div className={chart.dates}>
      {shown.map((date) => (
        <span key={date}>{format.dateTime(Date.parse(date), { day: 'numeric', month: 'short', timeZone: 'UTC' })}</span>
      ))}
    </div>
  )
}

async function DayTable({ days }: Props) {
  const [t, format] = await Promise.all([portalTranslator('overview'), portalFormatter()])
  const columns = [
    { id: 'day', header: t('day') },
    { id: 'opened', header: t('opened'), align: 'end' },
    { id: 'tokens', header: t('tokens'), align: 'end' },
    { id: 'refused', header: t('refused'), align: 'end' },
  ] as const
  const rows = days.toReversed().map(({ date, opened, tokens, refused }) => ({
    id: `day-${date}`,
    cells: {
      day: format.dateTime(Date.parse(date), { dateStyle: 'medium', timeZone: 'UTC' }),
      opened: format.number(opened),
      tokens: format.number(tokens),
      refused: format.number(refused),
    },
  }))
  return <Table caption={t('perDay')} columns={columns} rows={rows} />
}
