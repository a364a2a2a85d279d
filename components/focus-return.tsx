'use client'

import { useEffect, useRef } from 'react'

type Props = Readonly<{
  /** The ID of the section whose dialog is open; `undefined` if none is. */
  section: string | undefined
  /** The page of the list in {@link otherwise}. */
  page?: number
  /** The section that gets the focus after another page of it was opened. */
  otherwise?: string
}>

/**
 * Returns the focus to the section when its previous target is gone: a closed dialog whose row was removed or that was
 * opened by its URL, or a pagination link that was replaced.
 */
export function FocusReturn({ section, page = 1, otherwise = '' }: Props) {
  const latest = useRef<Props>(undefined)
  useEffect(() => {
    const former = latest.current
    latest.current = { section, page }
    if (!former || section !== undefined || document.activeElement !== document.body) return
    document.getElementById(former.section ?? otherwise)?.focus({ preventScroll: true })
  }, [section, page, otherwise])
  return null
}
