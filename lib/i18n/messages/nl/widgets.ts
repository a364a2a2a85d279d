import type { widgets as english } from '#lib/i18n/messages/en/widgets.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const widgets: Translation<typeof english> = {
  cancel: 'Annuleren',
  close: 'Sluiten',
  optional: 'optioneel',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  copyNamed: '{what} kopiëren',
  copyFailed: 'Kopiëren is hier geblokkeerd: selecteer de tekst en kopieer die zelf.',
  showPassword: 'Tonen',
  hidePassword: 'Verbergen',
  showPasswordNamed: '{label} tonen',
  hidePasswordNamed: '{label} verbergen',
  capsLock: 'Caps Lock staat aan.',
  typeToConfirm: 'Typ ‘{phrase}’ om te bevestigen',
}
