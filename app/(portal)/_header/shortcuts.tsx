import { shortcutChoices } from '#lib/i18n/preferences.ts'
import { Kbd } from '../../../components/ui/kbd.tsx'
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
  const keys = [
    { keys: ['/'], text: launcher('keys.search') },
    { keys: ['?'], text: t('shortcuts.show') },
    { keys: ['p'], text: launcher('keys.pin') },
    { keys: ['↑', '↓'], text: launcher('keys.move') },
    { keys: ['↵'], text: launcher('keys.open') },
    { keys: ['Ctrl', '↵'], text: launcher('keys.newTab') },
  ]
  const choices = shortcutChoices.map((value) => ({ value, label: t(`shortcuts.${value}`) }))
  return (
    <ShortcutsDialog title={t('shortcuts.title')}>
      <dl className={styles.keys}>
        {keys.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div>
        <p className={styles.single}>{t('shortcuts.single')}</p>
        <Segments name="shortcuts" choices={choices} current={shortcuts} />
      </div>
    </ShortcutsDialog>
  )
}
