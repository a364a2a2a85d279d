'use client'

import type { MouseEvent } from 'react'
import { useTranslations } from '../messages.tsx'
import { Button } from './button.tsx'

/** "Cancel" in a dialog: closes it, or follows the link without scripts. */
export function DialogCancel({ closeHref }: Readonly<{ closeHref?: string | undefined }>) {
  const t = useTranslations('widgets')
  function close(event: MouseEvent<HTMLElement>) {
    event.preventDefault()
    event.currentTarget.closest('dialog')?.close()
  }
  if (closeHref === undefined) return <Button onClick={close}>{t('cancel')}</Button>
  return (
    <a href={closeHref} className="lk-button" data-variant="secondary" onClick={close}>
      {t('cancel')}
    </a>
  )
}
