import type { failure as english } from '#lib/i18n/messages/en/failure.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const failure: Translation<typeof english> = {
  title: 'Algo ha fallado por nuestra parte',
  why: 'Es posible que lo último que introdujo no se haya guardado. Inténtelo de nuevo; si vuelve a fallar, indique el número de abajo.',
  again: 'Intentar de nuevo',
  number: 'Número',
}
