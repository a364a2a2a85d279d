import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

type Props = Readonly<
  FieldTexts & { options: readonly Readonly<{ value: string; label: string }>[] } & Omit<
      ComponentProps<'select'>,
      'className' | 'children' | 'multiple'
    >
>

/** A native select: works on every device and without scripts. */
export function Select({ label, note, hint, error, options, id, ...select }: Props) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <div className="lk-box">
          <select {...select} {...control} className={`lk-control ${styles.select}`}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown className={styles.icon} size={16} stroke={1.75} aria-hidden="true" />
        </div>
      )}
    </Field>
  )
}
