'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * For what is shown once: moves the focus to the dialog's title, where reading begins, and forgets when the page is
 * left. Otherwise a browser that keeps whole pages for its Back button would show the secret again.
 */
export function useForgetting(): Readonly<{ ref: RefObject<HTMLDivElement | null>; forgotten: boolean }> {
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
