import { account } from '#lib/i18n/messages/fr/account.ts'

export const messages = { account }
