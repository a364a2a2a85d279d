import { choosePreference } from '#app/(portal)/_session/choose-preference.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import styles from './segments.module.css'

type Props = Readonly<{
  name: 'theme' | 'language' | 'openIn' | 'shortcuts'
  choices: readonly Readonly<{ value: string; label: string; lang?: string }>[]
  current: string
}>

/** A group of submit buttons of which one is selected. The menu stays open, so the user sees the choice take effect. */
export function Segments({ name, choices, current }: Props) {
  return (
    <ActionForm action={choosePreference} className={styles.segments} data-keep-open>
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
