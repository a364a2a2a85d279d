import { account } from '#lib/i18n/messages/en/account.ts'

export const messages = { account }
