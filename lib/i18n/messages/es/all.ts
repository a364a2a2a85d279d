import { account } from '#lib/i18n/messages/es/account.ts'

export const messages = { account }
