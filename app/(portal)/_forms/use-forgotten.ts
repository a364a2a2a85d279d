'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Whether content that is shown once must no longer be: the page was left. Otherwise the back/forward cache would show
 * the secret again.
 */
export function useForgotten(): boolean {
  const [forgotten, setForgotten] = useState(false)
  useEffect(() => {
    const forget = () => flushSync(() => setForgotten(true))
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  return forgotten
}
