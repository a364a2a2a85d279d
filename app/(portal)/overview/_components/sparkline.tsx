import { toPoints } from '#app/(portal)/_charts/points.ts'
import styles from '#app/(portal)/overview/overview.module.css'

type Props = Readonly<{ counts: readonly number[]; tone?: 'danger' }>

/** The course of a figure at a glance. Decorative: the chart's table has the numbers. */
export function Sparkline({ counts, tone }: Props) {
  const width = Math.max(1, counts.length - 1)
  const points = toPoints(counts, Math.max(1, ...counts))
  return (
    <svg
      className={styles.sparkline}
      data-tone={tone}
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`0,100 ${points} ${width},100`} />
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
