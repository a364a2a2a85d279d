'use client'

import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslations } from '#components/messages.tsx'
import styles from './bulk-bar.module.css'
import { SubmitButton } from './button.tsx'

/** The name of the checkboxes and of the form's field. */
export const pickName = 'pick'

type BulkAction = Readonly<{ verb: string; label: string; danger?: boolean }>

export type BulkFormProps = Readonly<{
  /** The ID that `PickBox` and `PickPage` name as their form. */
  id: string
  /** The accessible name of the bar: "Selected accounts". */
  label: string
  /** Receives the selected rows as `pick`, and the pressed button as `verb`. */
  action: (form: FormData) => void
  actions: readonly BulkAction[]
  /** Offers to select all results of the list ("All 312 results"), which the form sends as `all`. */
  all?: string | undefined
  /** Fields of the form. */
  fields?: ReactNode
}>

type Props = BulkFormProps & Readonly<{ picked: ReadonlySet<string>; onClear?: () => void }>

/** The bar of a list whose rows can be selected. Without its script, it submits the ticked rows of the page. */
export function BulkForm({ id, label, action, actions, all, fields, picked, onClear }: Props) {
  const t = useTranslations('widgets')
  const countId = useId()
  return (
    <form
      id={id}
      action={action}
      className={styles.bar}
      aria-label={label}
      data-open={picked.size > 0 || undefined}
      // React resets a form after its action; the selection must stay.
      onReset={(event) => event.preventDefault()}
    >
      {fields}
      {[...picked].map((value) => (
        <input key={value} type="hidden" name={pickName} value={value} />
      ))}
      <span id={countId} className={styles.count} role="status">
        {picked.size > 0 && t('selected', { count: picked.size })}
      </span>
      {all && (
        // The key unticks the box when the selection is cleared.
        <label key={String(picked.size > 0)} className={styles.all}>
          <input type="checkbox" className={styles.box} name="all" value="1" autoComplete="off" />
          {all}
        </label>
      )}
      {actions.map(({ verb, label: text, danger }) => (
        <span key={verb} data-danger={danger || undefined} className={styles.action}>
          <SubmitButton variant="quiet" size="small" name="verb" value={verb} aria-describedby={countId}>
            {text}
          </SubmitButton>
        </span>
      ))}
      <button
        type="button"
        className={`lk-button ${styles.clear}`}
        data-variant="quiet"
        data-size="small"
        data-icon
        aria-label={t('clearSelection')}
        onClick={onClear}
      >
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </form>
  )
}
