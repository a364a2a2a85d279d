'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns the ref of a `<dialog>` that is modal while `open`. Focuses its first field, otherwise its title. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    // The server can't render a modal dialog, and `showModal()` throws on an open one.
    dialog.removeAttribute('open')
    dialog.showModal()
    focusFirst(dialog)
    return () => dialog.close()
  }, [open])
  return ref
}

// The browser would focus the first focusable element: the ×.
function focusFirst(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLElement>('input:not([type="hidden"], [readonly]), select, textarea')
  const title = dialog.querySelector<HTMLElement>('h2')
  ;(field ?? title)?.focus()
}
