import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

type Props = Readonly<
  FieldTexts & {
    /** For identifiers and URLs: monospace, no autocorrection. */
    mono?: boolean
  } & Omit<ComponentProps<'textarea'>, 'className'>
>

/** Multi-line text, uncontrolled. */
export function TextArea({ label, note, hint, error, mono = false, id, ...area }: Props) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <textarea
          autoComplete="off"
          {...area}
          {...(mono ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          {...control}
          className={mono ? `${styles.control} ${styles.mono}` : styles.control}
        />
      )}
    </Field>
  )
}
