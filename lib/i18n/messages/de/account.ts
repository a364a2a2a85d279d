import type { account as english } from '#lib/i18n/messages/en/account.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const account: Translation<typeof english> = {
  endAndReturn: 'End and return',
}
