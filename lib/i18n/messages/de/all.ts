import { account } from '#lib/i18n/messages/de/account.ts'

export const messages = { account }
