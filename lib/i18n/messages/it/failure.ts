import type { failure as english } from '#lib/i18n/messages/en/failure.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const failure: Translation<typeof english> = {
  title: 'Qualcosa da parte nostra non ha funzionato',
  why: 'L’ultimo inserimento potrebbe non essere stato salvato. Riprovi; se accade di nuovo, indichi il numero qui sotto.',
  again: 'Riprova',
  number: 'Numero',
}
