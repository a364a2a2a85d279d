'use client'

import { useEffect, useState } from 'react'
import { type FailureProps, PageFailure } from '#components/page-failure.tsx'

/** A portal page that failed. The header above it stays. */
export default function PortalPageFailed(failure: FailureProps) {
  const [siteName, setSiteName] = useState('Latchkey')
  useEffect(() => setSiteName(document.documentElement.dataset.site ?? 'Latchkey'), [])
  return <PageFailure {...failure} siteName={siteName} />
}
