'use client'

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isShortcut } from '../../../components/shortcuts.ts'

/** Loaded when the dialog first opens. */
const Dialog = lazy(async () => ({ default: (await import('../../../components/ui/dialog.tsx')).Dialog }))

type Props = Readonly<{ title: string; children: ReactNode }>

/** Opens on `?` and on every button marked `data-shows-shortcuts`, even inside a menu that closes. */
export function ShortcutsDialog({ title, children }: Props) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => isShortcut(event, '?') && setOpen(true)
    const onClick = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest('[data-shows-shortcuts]') && setOpen(true)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('click', onClick)
    }
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <Dialog title={title} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </Suspense>
  )
}
