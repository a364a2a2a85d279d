import type { failure as english } from '#lib/i18n/messages/en/failure.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const failure: Translation<typeof english> = {
  title: 'Un problème est survenu de notre côté',
  why: 'Votre dernière saisie n’a peut-être pas été enregistrée. Veuillez réessayer ; si le problème persiste, indiquez le numéro ci-dessous.',
  again: 'Réessayer',
  number: 'Numéro',
}
