import { ActionForm } from '../../../components/connection/action-form.tsx'
import styles from './segments.module.css'

type Choice = Readonly<{ value: string; label: string; lang?: string }>

type Props = Readonly<{
  name: string
  choices: readonly Choice[]
  current: string
  /** The Server Action that stores `name`. */
  action: (form: FormData) => Promise<void>
}>

/** A group of submit buttons of which one is selected. The menu stays open, so the user sees the choice take effect. */
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
