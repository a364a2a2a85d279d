import type { widgets as english } from '#lib/i18n/messages/en/widgets.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const widgets: Translation<typeof english> = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  optional: 'freiwillig',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyNamed: '{what} kopieren',
  copyFailed: 'Kopieren ist hier gesperrt: Markieren Sie den Text und kopieren Sie ihn selbst.',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  showPasswordNamed: '{label} anzeigen',
  hidePasswordNamed: '{label} verbergen',
  capsLock: 'Die Feststelltaste ist eingeschaltet.',
  typeToConfirm: 'Geben Sie zur Bestätigung „{phrase}“ ein',
}
