'use client'

import { useEffect, useRef } from 'react'
import type { SectionId } from '../list-place.ts'

/**
 * Keeps the focus from getting lost: a dialog gives it back to what opened it, and where that has gone, since the row
 * was removed or the address itself opened the dialog, the section takes it.
 * @param section of the open dialog; undefined: none is open
 */
export function FocusReturn({ section }: Readonly<{ section: SectionId | undefined }>) {
  const latest = useRef(section)
  useEffect(() => {
    const left = section === undefined ? latest.current : undefined
    latest.current = section
    if (left && document.activeElement === document.body) document.getElementById(left)?.focus({ preventScroll: true })
  }, [section])
  return null
}
