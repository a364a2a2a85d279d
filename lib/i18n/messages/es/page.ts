import type { page as english } from '#lib/i18n/messages/en/page.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const page: Translation<typeof english> = {
  requestId: 'Identificador de la solicitud',
}
