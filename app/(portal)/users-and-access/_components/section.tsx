import type { ReactNode } from 'react'
import { SectionHeader } from '../../../../components/ui/page-header.tsx'
import type { SectionId } from '../list-state.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{ id: SectionId; title: string; why: ReactNode; action: ReactNode; children: ReactNode }>

/** A page section that can receive the focus after an action. */
export function Section({ id, title, why, action, children }: Props) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.section}>
      <SectionHeader id={`${id}-title`} title={title} action={action}>
        {why}
      </SectionHeader>
      {children}
    </section>
  )
}
