import { Kbd } from '../../../components/ui/kbd.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './key-hints.module.css'

/** The launcher's shortcuts, each with the name of its message. */
export const launcherKeys = [
  { name: 'search', keys: ['/'] },
  { name: 'move', keys: ['↑', '↓'] },
  { name: 'open', keys: ['↵'] },
  { name: 'newTab', keys: ['Ctrl', '↵'] },
  { name: 'pin', keys: ['p'] },
] as const

/** Keyboard hints below the lists; hidden on devices without a keyboard and without scripts. */
export async function KeyHints() {
  const t = await portalTranslator('launcher')
  return (
    <ul className={`lk-fine ${styles.hints}`} data-needs-script>
      {launcherKeys.map(({ name, keys }) => (
        <li key={name}>
          <Keys keys={keys} />
          {t(`keys.${name}`)}
        </li>
      ))}
    </ul>
  )
}

/** Keys to press together or in turn. */
export function Keys({ keys }: Readonly<{ keys: readonly string[] }>) {
  return keys.map((key) => <Kbd key={key}>{key}</Kbd>)
}
