import type { ComponentProps, ReactNode } from 'react'
import { FieldError } from '#components/ui/field.tsx'
import styles from './setting-card.module.css'

type Props = Readonly<{
  /** The ID of the card, whose title and sentence are the label and the hint. */
  card: string
  error: string | undefined
  /** Beside the field. */
  children?: ReactNode
}> &
  Omit<ComponentProps<'input'>, 'className' | 'id'>

/** The only text field of a card. */
export function SettingField({ card, error, children, ...input }: Props) {
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <input
          {...input}
          className="lk-control"
          aria-labelledby={`${card}-title`}
          aria-describedby={`${card}-why ${card}-error`}
          aria-invalid={error ? true : undefined}
        />
        {children}
      </div>
      <FieldError id={card} error={error} />
    </div>
  )
}
