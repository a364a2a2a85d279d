import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Keys } from '#components/ui/kbd.tsx'
import styles from './key-hints.module.css'
import { launcherKeys } from './launcher-keys.ts'

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
