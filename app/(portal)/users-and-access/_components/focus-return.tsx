'use client'

import { useEffect, useRef } from 'react'
import type { SectionId } from '../list-state.ts'

type Props = Readonly<{
  /** The section whose dialog is open; `undefined` if none is. */
  section: SectionId | undefined
  page: number
}>

/**
 * Returns the focus to the section when its previous target is gone: a closed dialog whose row was removed or that was
 * opened by its URL, or a pagination link that was replaced.
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
