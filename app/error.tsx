'use client'

import { useTranslations } from '../components/messages.tsx'
import { Refusal } from '../components/refusal.tsx'
import { SingleColumn } from '../components/single-column.tsx'
import { Button } from '../components/ui/button.tsx'

type Props = Readonly<{ error: Error & { digest?: string }; retry: () => void }>

/** A page that failed: an unavailable database, or a bug. The log has the digest with the cause. */
export default function PageFailed({ error, retry }: Props) {
  const t = useTranslations('errors')
  const code = error.digest === 'temporarily_unavailable' ? error.digest : 'server_error'
  const reference = error.digest && error.digest !== code ? { label: t('requestId'), id: error.digest } : undefined
  return (
    <SingleColumn>
      <title>{`${t(`refusals.${code}.title`)} · Latchkey`}</title>
      <Refusal title={t(`refusals.${code}.title`)} why={t(`refusals.${code}.why`)} reference={reference}>
        <Button variant="primary" onClick={() => retry()}>
          {t('tryAgain')}
        </Button>
      </Refusal>
    </SingleColumn>
  )
}
