import { account } from '#lib/i18n/messages/nl/account.ts'

export const messages = { account }
