import type { widgets as english } from '#lib/i18n/messages/en/widgets.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const widgets: Translation<typeof english> = {
  cancel: 'Annulla',
  close: 'Chiudi',
  optional: 'facoltativo',
  copy: 'Copia',
  copied: 'Copiato',
  copyNamed: 'Copia: {what}',
  copyFailed: 'Qui la copia è bloccata: selezioni il testo e lo copi manualmente.',
  showPassword: 'Mostra',
  hidePassword: 'Nascondi',
  showPasswordNamed: 'Mostra: {label}',
  hidePasswordNamed: 'Nascondi: {label}',
  capsLock: 'Il blocco delle maiuscole è attivo.',
  typeToConfirm: 'Scriva «{phrase}» per confermare',
}
