import type { ImportCounts } from '#lib/account-imports/account-file.ts'
import { portalFormatter, portalTranslator } from '../../../../_preferences/preferences.ts'
import styles from '../page.module.css'

type Props = Readonly<{ counts: ImportCounts; badRows: number }>

/** How many accounts the import creates, updates and leaves unchanged, and how many rows it rejects. */
export async function Counts({ counts, badRows }: Props) {
  const [t, format] = await Promise.all([portalTranslator('accountImport'), portalFormatter()])
  const figures = { ...counts, bad: badRows }
  return (
    <dl className={styles.figures}>
      {(['created', 'updated', 'unchanged', 'bad'] as const).map((name) => (
        <div key={name} className={styles.figure} data-empty={figures[name] === 0}>
          <dt className="lk-fine">{t(`review.${name}`)}</dt>
          <dd>{format.number(figures[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
