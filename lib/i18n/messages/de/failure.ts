import type { failure as english } from '#lib/i18n/messages/en/failure.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const failure: Translation<typeof english> = {
  title: 'Bei uns ist etwas fehlgeschlagen',
  why: 'Ihre letzte Eingabe wurde möglicherweise nicht gespeichert. Bitte versuchen Sie es erneut; schlägt es wieder fehl, nennen Sie die Nummer unten.',
  again: 'Erneut versuchen',
  number: 'Nummer',
}
