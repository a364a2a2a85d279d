'use client'

import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslations } from '../messages.tsx'
import styles from './dialog.module.css'

type Props = Readonly<{ href: string | undefined; onClose: () => void }>

/** A dialog's ×: a link if a URL opened the dialog, otherwise a button. */
export function DialogClose({ href, onClose }: Props) {
  const t = useTranslations('widgets')
  const icon = <IconX size={20} stroke={1.75} aria-hidden="true" />
  if (href === undefined) {
    return (
      <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
        {icon}
      </button>
    )
  }
  function closeHere(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onClose()
  }
  return (
    <a href={href} className={styles.close} aria-label={t('close')} onClick={closeHere}>
      {icon}
    </a>
  )
}
