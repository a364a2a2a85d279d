'use client'

import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Button, type ButtonLook } from './button.tsx'
import styles from './copy-button.module.css'

type Props = Readonly<{
  value: string
  /** The name of the copied text, for the accessible name if `label` is omitted: "Copy key ID". */
  what: string
  /** The visible text and accessible name (WCAG 2.5.3); "Copy" by default. */
  label?: string
  variant?: ButtonLook['variant']
  /** For a row: only the icon, named after `what`. */
  iconOnly?: boolean
  /** As what the user came for. */
  autoFocus?: boolean
}>

const confirmedMs = 2_000

/** Copies a text and confirms it in place. Both labels reserve their width, so nothing moves. */
export function CopyButton({ value, what, label, variant = 'secondary', iconOnly = false, autoFocus }: Props) {
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
      // Browsers block the clipboard on http and by some settings. The text can still be selected.
      setOutcome('blocked')
    }
  }

  const copied = outcome === 'copied'
  const Icon = copied ? IconCheck : IconCopy
  return (
    <span className={styles.place} data-needs-script>
      <Button
        size="small"
        aria-label={label ? undefined : t('copyNamed', { what })}
        onClick={copy}
        autoFocus={autoFocus}
        variant={iconOnly ? 'quiet' : variant}
        {...(iconOnly && { 'data-icon': true })}
      >
        <Icon
          size={iconOnly ? 14 : 16}
          stroke={1.75}
          aria-hidden="true"
          className={copied ? styles.check : undefined}
        />
        {!iconOnly && (
          <span className={styles.labels}>
            <span data-shown={!copied}>{label ?? t('copy')}</span>
            <span data-shown={copied}>{t('copied')}</span>
          </span>
        )}
      </Button>
      {/* A list has one live region per copied row rather than one per row. */}
      {(outcome || !iconOnly) && (
        <span role="status" className={outcome === 'blocked' ? styles.blocked : 'lk-unseen'}>
          {copied && t('copied')}
          {outcome === 'blocked' && t('copyFailed')}
        </span>
      )}
    </span>
  )
}
