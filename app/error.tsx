'use client'

import { useTranslations } from 'use-intl/react'
import { Refusal } from '../components/refusal.tsx'
import { SingleColumn } from '../components/single-column.tsx'
import { Button } from '../components/ui/button.tsx'

type Props = Readonly<{ error: Error & { digest?: string }; retry: () => void }>

/** A page that failed. The digest is in the server's log beside the reason. */
export default function PageFailed({ error, retry }: Props) {
  const t = useTranslations('errors')
  const reference = error.digest ? { label: t('requestId'), id: error.digest } : undefined
  return (
    <SingleColumn>
      <title>{`${t('refusals.server_error.title')} · Latchkey`}</title>
      <Refusal title={t('refusals.server_error.title')} why={t('refusals.server_error.why')} reference={reference}>
        <Button variant="primary" onClick={() => retry()}>
          {t('tryAgain')}
        </Button>
      </Refusal>
    </SingleColumn>
  )
}
