import { account } from '#lib/i18n/messages/it/account.ts'

export const messages = { account }
