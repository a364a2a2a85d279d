'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The ref of a `<dialog>` that is modal while `open`. Focus goes to its first field, else to its title. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    // The server renders it open but cannot make it modal, and showModal() refuses what is already open.
    dialog.removeAttribute('open')
    dialog.showModal()
    focusFirst(dialog)
    return () => dialog.close()
  }, [open])
  return ref
}

// By itself the browser would choose the first thing that takes the focus: the × that closes the dialog.
function focusFirst(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLElement>('input:not([type="hidden"], [readonly]), select, textarea')
  const title = dialog.querySelector<HTMLElement>('h2')
  ;(field ?? title)?.focus()
}
