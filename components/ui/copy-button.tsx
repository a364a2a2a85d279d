'use client'

import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from '../messages.tsx'
import { Button, type ButtonLook } from './button.tsx'
import styles from './copy-button.module.css'

type Props = Readonly<
  ButtonLook & {
    value: string
    /** What is copied, for the accessible name where `label` is left out: "Copy key ID". */
    what: string
    /** The visible text, and then the accessible name too (WCAG 2.5.3); left out: "Copy". */
    label?: string
    /** Only the icon is visible. */
    iconOnly?: boolean
  }
>

const confirmedMs = 2_000

/** Copies a text and says so in place. Both labels keep their room, so nothing moves. */
export function CopyButton({ value, what, label, iconOnly = false, variant = 'secondary', size = 'small' }: Props) {
  const t = useTranslations('widgets')
  const [outcome, setOutcome] = useState<'copied' | 'blocked'>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), confirmedMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      // Browsers forbid it on http addresses and in some settings: the text can still be selected.
      setOutcome('blocked')
    }
  }

  const copied = outcome === 'copied'
  const Icon = copied ? IconCheck : IconCopy
  return (
    <span className={styles.place} data-needs-script>
      <Button variant={variant} size={size} aria-label={label ? undefined : t('copyNamed', { what })} onClick={copy}>
        <Icon size={16} stroke={1.75} aria-hidden="true" className={copied ? styles.check : undefined} />
        {!iconOnly && (
          <span className={styles.labels}>
            <span data-shown={!copied}>{label ?? t('copy')}</span>
            <span data-shown={copied}>{t('copied')}</span>
          </span>
        )}
      </Button>
      <span role="status" className={outcome === 'blocked' ? styles.blocked : 'lk-unseen'}>
        {copied && t('copied')}
        {outcome === 'blocked' && t('copyFailed')}
      </span>
    </span>
  )
}
