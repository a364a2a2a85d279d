'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import styles from './dialogs.module.css'

type Props = Readonly<{ title: string; children: (forgotten: boolean) => ReactNode }>

/**
 * A dialog for content that is shown once, with its own way out. Clears the content when the page is left: otherwise the
 * back/forward cache would show the secret again.
 */
export function ShownOnceDialog({ title, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const [forgotten, setForgotten] = useState(false)
  useEffect(() => {
    ref.current?.closest('dialog')?.querySelector('h2')?.focus()
    const forget = () => flushSync(() => setForgotten(true))
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  return (
    <Dialog title={title} dismissable={false} size="medium">
      <div ref={ref} className={styles.panel}>
        {children(forgotten)}
      </div>
    </Dialog>
  )
}
