import type { ReactNode } from 'react'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import styles from './two-lines.module.css'

/** A table cell with a muted second line. */
export function TwoLines({ first, second }: Readonly<{ first: ReactNode; second: ReactNode }>) {
  return (
    <>
      {first}
      {second && (
        <span className={styles.second} data-second-line="">
          {second}
        </span>
      )}
    </>
  )
}

type CreatedProps = Readonly<{ createdAt: number; createdByName: string | undefined }>

/** When something was created, and by whom. */
export async function Created({ createdAt, createdByName }: CreatedProps) {
  const t = await portalTranslator('usersAndAccess')
  const by = createdByName === undefined ? t('byCommandLine') : t('by', { name: createdByName })
  return <TwoLines first={<Moment at={createdAt} mode="date" />} second={by} />
}
