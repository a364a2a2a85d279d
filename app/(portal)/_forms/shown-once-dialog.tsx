'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import styles from './dialogs.module.css'
import { useForgotten } from './use-forgotten.ts'

type Props = Readonly<{ title: string; children: (forgotten: boolean) => ReactNode }>

/** A dialog for content that is shown once, with its own way out. */
export function ShownOnceDialog({ title, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const forgotten = useForgotten()
  useEffect(() => ref.current?.closest('dialog')?.querySelector('h2')?.focus(), [])
  return (
    <Dialog title={title} dismissable={false} size="medium">
      <div ref={ref} className={styles.panel}>
        {children(forgotten)}
      </div>
    </Dialog>
  )
}
