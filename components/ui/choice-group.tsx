import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'

/** A choice with an optional explanation. */
export type Choice = Readonly<{ value: string; label: ReactNode; hint?: ReactNode }>

export type ChoiceGroupProps = Readonly<{
  legend: ReactNode
  name: string
  choices: readonly Choice[]
  hint?: ReactNode
  error?: ReactNode
}>

type Props = ChoiceGroupProps &
  Readonly<{ type: 'radio' | 'checkbox'; inputOf: (choice: Choice) => ComponentProps<'input'> }>

/** A few visible choices under a legend, which screen readers announce with each choice. */
export function ChoiceGroup({ legend, name, choices, hint, error, type, inputOf }: Props) {
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
            {...inputOf(choice)}
            type={type}
            name={name}
            value={choice.value}
            className={type === 'radio' ? styles.radio : styles.box}
            aria-invalid={error ? true : undefined}
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
