'use client'

import { useEffect, useRef } from 'react'
import type { SectionId } from '../list-place.ts'

type Props = Readonly<{
  /** The section of the open dialog; undefined: none is open. */
  section: SectionId | undefined
  /** The page of users that is shown. */
  page: number
}>

/**
 * Keeps the focus from getting lost. A dialog gives it back to what opened it; where that has gone, since its row was
 * removed or the address itself opened the dialog, the section takes it. So it does when a link to another page goes
 * with the page it stood on.
 */
export function FocusReturn({ section, page }: Props) {
  const latest = useRef<Props>(undefined)
  useEffect(() => {
    const former = latest.current
    latest.current = { section, page }
    if (!former || section !== undefined || document.activeElement !== document.body) return
    document.getElementById(former.section ?? 'users')?.focus({ preventScroll: true })
  }, [section, page])
  return null
}
