import { ActionForm } from '../../../components/connection/action-form.tsx'
import styles from './segments.module.css'

type Choice = Readonly<{ value: string; label: string; lang?: string }>

type Props = Readonly<{
  name: string
  choices: readonly Choice[]
  current: string
  /** A Server Action that keeps `name`. */
  action: (form: FormData) => Promise<void>
}>

/** One of a few, each a button that submits: the menu stays open, so that the choice is seen to take effect. */
export function Segments({ name, choices, current, action }: Props) {
  return (
    <ActionForm action={action} className={styles.segments} data-keep-open>
      {choices.map(({ value, label, lang }) => (
        <button
          key={value}
          type="submit"
          name={name}
          value={value}
          lang={lang}
          className={styles.segment}
          aria-pressed={value === current}
        >
          {label}
        </button>
      ))}
    </ActionForm>
  )
}
