import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import styles from './file-field.module.css'

type Props = Readonly<FieldTexts & Omit<ComponentProps<'input'>, 'className' | 'type'>>

/** A native file field, which also accepts dropped files. */
export function FileField({ label, note, hint, error, id, ...input }: Props) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => <input {...input} type="file" {...control} className={`lk-control ${styles.file}`} />}
    </Field>
  )
}
