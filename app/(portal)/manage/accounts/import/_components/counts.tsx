import { portalFormatter } from '../../../../_preferences/preferences.ts'
import styles from '../page.module.css'

type Props = Readonly<{ figures: readonly Readonly<{ label: string; count: number }>[] }>

export async function Counts({ figures }: Props) {
  const format = await portalFormatter()
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, count }) => (
        <div key={label} className={styles.figure} data-empty={count === 0}>
          <dt>{label}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
