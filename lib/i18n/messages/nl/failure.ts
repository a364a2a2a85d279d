import type { failure as english } from '#lib/i18n/messages/en/failure.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const failure: Translation<typeof english> = {
  title: 'Er is aan onze kant iets misgegaan',
  why: 'Wat u het laatst hebt ingevoerd, is misschien niet opgeslagen. Probeer het opnieuw; lukt het weer niet, vermeld dan het nummer hieronder.',
  again: 'Opnieuw proberen',
  number: 'Nummer',
}
