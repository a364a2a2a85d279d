'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Reads the page again when its user comes back from another tab, which may have changed what it shows. */
export function RefreshOnReturn() {
  const router = useRouter()
  useEffect(() => {
    const refresh = () => document.visibilityState === 'visible' && router.refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [router])
  return null
}
