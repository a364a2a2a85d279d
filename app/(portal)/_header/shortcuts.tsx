import { shortcutChoices } from '#lib/i18n/preferences.ts'
import { Keys, launcherKeys } from '../_launcher/key-hints.tsx'
import { portalTranslator, readPreferences } from '../_preferences/preferences.ts'
import { Segments } from './segments.tsx'
import styles from './shortcuts.module.css'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** Lists all keyboard shortcuts and switches single-character shortcuts on or off (WCAG 2.1.4). */
export async function Shortcuts() {
  const [t, launcher, { shortcuts }] = await Promise.all([
    portalTranslator('shell'),
    portalTranslator('launcher'),
    readPreferences(),
  ])
  const choices = shortcutChoices.map((value) => ({ value, label: t(`shortcuts.${value}`) }))
  const entries = [
    ...launcherKeys.map(({ name, keys }) => ({ keys, text: launcher(`keys.${name}`) })),
    { keys: ['?'], text: t('shortcuts.show') },
  ]
  return (
    <ShortcutsDialog title={t('shortcuts.title')}>
      <dl className={styles.keys}>
        {entries.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="lk-fine">{t('shortcuts.single')}</p>
      <Segments name="shortcuts" choices={choices} current={shortcuts} />
    </ShortcutsDialog>
  )
}
