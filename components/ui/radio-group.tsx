import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'

export type Choice = Readonly<{ value: string; label: ReactNode; hint?: ReactNode }>

type Props = Readonly<{
  legend: ReactNode
  name: string
  choices: readonly Choice[]
  defaultValue?: string
  hint?: ReactNode
  error?: ReactNode
  onChange?: (value: string) => void
}>

/** One of a few, all visible, each with room for a line of explanation. */
export function RadioGroup({ legend, name, choices, defaultValue, hint, error, onChange }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.group} aria-describedby={described || undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            defaultChecked={choice.value === defaultValue}
            className={styles.radio}
            aria-invalid={error ? true : undefined}
            {...(onChange ? { onChange: () => onChange(choice.value) } : {})}
          />
          <span className={styles.texts}>
            <span>{choice.label}</span>
            {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
          </span>
        </label>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
