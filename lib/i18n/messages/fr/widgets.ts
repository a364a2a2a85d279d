import type { widgets as english } from '#lib/i18n/messages/en/widgets.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const widgets: Translation<typeof english> = {
  cancel: 'Annuler',
  close: 'Fermer',
  next: 'Suivant',
  previous: 'Précédent',
  pageOf: 'Page {page, number} sur {pages, number}',
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
  passwordAgain: 'Votre mot de passe',
  passwordAgainHint: 'Il vous est redemandé parce que vous l’avez saisi il y a plus de 10 minutes.',
}
