import type { widgets as english } from '#lib/i18n/messages/en/widgets.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const widgets: Translation<typeof english> = {
  cancel: 'Annuler',
  close: 'Fermer',
  optional: 'facultatif',
  copy: 'Copier',
  copied: 'Copié',
  copyNamed: 'Copier : {what}',
  copyFailed: 'La copie est bloquée ici : sélectionnez le texte et copiez-le vous-même.',
  showPassword: 'Afficher',
  hidePassword: 'Masquer',
  showPasswordNamed: 'Afficher : {label}',
  hidePasswordNamed: 'Masquer : {label}',
  capsLock: 'La touche Verr. Maj est activée.',
  typeToConfirm: 'Saisissez « {phrase} » pour confirmer',
}
