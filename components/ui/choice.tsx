import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'

type ChoiceTexts = Readonly<{
  label: ReactNode
  /** A second line below the label. */
  hint?: ReactNode
}>
type InputProps = Omit<ComponentProps<'input'>, 'className' | 'type'>
type CheckboxProps = Readonly<ChoiceTexts & { error?: ReactNode } & InputProps>

/** A single checkbox. The whole label is the click target. */
export function Checkbox({ error, id, ...choice }: CheckboxProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div>
      <LabeledInput
        {...choice}
        type="checkbox"
        id={fieldId}
        invalid={Boolean(error)}
        aria-describedby={error ? `${fieldId}-error` : undefined}
      />
      <FieldError id={fieldId} error={error} />
    </div>
  )
}

type GroupProps = Readonly<{
  legend: ReactNode
  name: string
  choices: readonly (ChoiceTexts & Readonly<{ value: string }>)[]
  hint?: ReactNode
  error?: ReactNode
}>

export function CheckboxGroup({
  defaultValues,
  ...group
}: GroupProps & Readonly<{ defaultValues: readonly string[] }>) {
  return <ChoiceGroup {...group} type="checkbox" selected={defaultValues} />
}

export function RadioGroup({ defaultValue, ...group }: GroupProps & Readonly<{ defaultValue: string }>) {
  return <ChoiceGroup {...group} type="radio" selected={[defaultValue]} />
}

type ChoiceGroupProps = GroupProps & Readonly<{ type: 'radio' | 'checkbox'; selected: readonly string[] }>

/** Choices under a legend, which screen readers announce with each choice. */
function ChoiceGroup({ legend, name, choices, hint, error, type, selected }: ChoiceGroupProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.group} aria-describedby={described || undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {hint && (
        <p className="lk-fine" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {choices.map((choice) => (
        <LabeledInput
          key={choice.value}
          {...choice}
          type={type}
          name={name}
          invalid={Boolean(error)}
          defaultChecked={selected.includes(choice.value)}
        />
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

type LabeledInputProps = Readonly<ChoiceTexts & InputProps & { type: 'radio' | 'checkbox'; invalid: boolean }>

function LabeledInput({ label, hint, type, invalid, ...input }: LabeledInputProps) {
  return (
    <label className={styles.choice}>
      <input
        {...input}
        type={type}
        className={type === 'radio' ? styles.radio : styles.box}
        aria-invalid={invalid || undefined}
      />
      <span className={styles.texts}>
        <span>{label}</span>
        {hint && <span className="lk-fine">{hint}</span>}
      </span>
    </label>
  )
}
