import { Kbd } from '../../../components/ui/kbd.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './key-hints.module.css'

/** Keyboard hints below the lists; hidden on devices without a keyboard and without scripts. */
export async function KeyHints() {
  const t = await portalTranslator('launcher')
  const hints = [
    { keys: ['/'], text: t('keys.search') },
    { keys: ['↑', '↓'], text: t('keys.move') },
    { keys: ['↵'], text: t('keys.open') },
    { keys: ['Ctrl', '↵'], text: t('keys.newTab') },
    { keys: ['p'], text: t('keys.pin') },
  ]
  return (
    <ul className={styles.hints} data-needs-script>
      {hints.map(({ keys, text }) => (
        <li key={text}>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {text}
        </li>
      ))}
    </ul>
  )
}
