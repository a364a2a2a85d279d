import { toAreaPath } from '#app/(portal)/_charts/points.ts'
import { portalFormatter } from '#app/(portal)/_preferences/preferences.ts'
import styles from './keys-table.module.css'

/** The calls of 30 days: a small area, and their sum. */
export async function DailyCalls({ days = [] }: Readonly<{ days?: readonly number[] | undefined }>) {
  const { number } = await portalFormatter()
  const sum = days.reduce((all, each) => all + each, 0)
  return (
    <span className={styles.calls}>
      {sum > 0 && (
        <svg viewBox="0 0 58 18" preserveAspectRatio="none" aria-hidden="true">
          <path d={toAreaPath(days)} />
        </svg>
      )}
      {number(sum)}
    </span>
  )
}
