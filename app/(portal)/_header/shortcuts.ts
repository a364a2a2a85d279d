import { launcherKeys } from '#app/(portal)/_launcher/launcher-keys.ts'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { shortcutChoices } from '#lib/foundation/i18n/preferences.ts'
import type { ShortcutTexts } from './shortcuts-dialog.tsx'

/** All keyboard shortcuts, and whether single-character shortcuts are on (WCAG 2.1.4). */
export async function readShortcuts(jumpKeys: readonly string[]): Promise<ShortcutTexts> {
  const [t, launcher, { shortcuts }] = await Promise.all([
    portalTranslator('shell'),
    portalTranslator('launcher'),
    readPreferences(),
  ])
  return {
    title: t('shortcuts.title'),
    single: t('shortcuts.single'),
    choices: shortcutChoices.map((value) => ({ value, label: t(`shortcuts.${value}`) })),
    current: shortcuts,
    entries: [
      [jumpKeys, t('shortcuts.jump')],
      ...launcherKeys.map(({ name, keys }) => [keys, launcher(`keys.${name}`)] as const),
      [['?'], t('shortcuts.show')],
    ],
  }
}
