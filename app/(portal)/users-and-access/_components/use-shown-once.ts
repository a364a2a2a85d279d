'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * For content that is shown once: focuses the dialog's title and clears the content when the page is left. Otherwise
 * the back/forward cache would show the secret again.
 */
export function useShownOnce(): Readonly<{ ref: RefObject<HTMLDivElement | null>; forgotten: boolean }> {
  const ref = useRef<HTMLDivElement>(null)
  const [forgotten, setForgotten] = useState(false)
  useEffect(() => {
    ref.current?.closest('dialog')?.querySelector('h2')?.focus()
    const forget = () => flushSync(() => setForgotten(true))
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  return { ref, forgotten }
}
