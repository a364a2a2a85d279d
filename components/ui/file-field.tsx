import { type ComponentProps, useId } from 'react'
import fieldStyles from './field.module.css'
import { describeField, Field, type FieldTexts } from './field.tsx'
import styles from './file-field.module.css'

type Props = Readonly<FieldTexts & Omit<ComponentProps<'input'>, 'className' | 'type'>>

/** A file to send along. The platform's own control: a file can also be dropped onto it. */
export function FileField({ label, note, hint, error, id, ...input }: Props) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <Field id={fieldId} label={label} note={note} hint={hint} error={error}>
      <input
        {...input}
        type="file"
        {...describeField(fieldId, { hint, error })}
        className={`${fieldStyles.control} ${styles.file}`}
      />
    </Field>
  )
}
