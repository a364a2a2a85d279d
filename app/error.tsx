'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from '../components/messages.tsx'
import { Refusal } from '../components/refusal.tsx'
import { SingleColumn, type Site } from '../components/single-column.tsx'
import { Button } from '../components/ui/button.tsx'

type Props = Readonly<{ error: Error & { digest?: string }; retry: () => void }>

/** A page that failed: an unavailable database, or a bug. The log has the digest with the cause. */
export default function PageFailed({ error, retry }: Props) {
  const t = useTranslations('errors')
  const code = error.digest === 'temporarily_unavailable' ? error.digest : 'server_error'
  const site = useSite()
  const reference = error.digest && error.digest !== code ? { label: t('requestId'), id: error.digest } : undefined
  return (
    <SingleColumn site={site}>
      <title>{`${t(`refusals.${code}.title`)} · ${site.name}`}</title>
      <Refusal title={t(`refusals.${code}.title`)} why={t(`refusals.${code}.why`)} reference={reference}>
        <Button variant="primary" onClick={() => retry()}>
          {t('tryAgain')}
        </Button>
      </Refusal>
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
