'use client'

import { useEffect, useState } from 'react'
import { type FailureProps, PageFailure } from '#components/page-failure.tsx'
import { SingleColumn, type Site } from '#components/single-column.tsx'

/** A page outside the portal that failed, or the portal's header. */
export default function PageFailed(failure: FailureProps) {
  const site = useSite()
  return (
    <SingleColumn site={site}>
      <PageFailure {...failure} siteName={site.name} />
    </SingleColumn>
  )
}

/** From the document, since the server may not answer. Its attributes may be rendered together with this page. */
function useSite(): Site {
  const [site, setSite] = useState<Site>({ name: 'Latchkey' })
  useEffect(() => {
    const { site: name, logo } = document.documentElement.dataset
    if (name) setSite({ name, logo: logo ? { src: logo } : undefined })
  }, [])
  return site
}
