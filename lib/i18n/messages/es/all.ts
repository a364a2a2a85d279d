import { account } from '#lib/i18n/messages/es/account.ts'
import { common } from '#lib/i18n/messages/es/common.ts'
import { errors } from '#lib/i18n/messages/es/errors.ts'
import { failure } from '#lib/i18n/messages/es/failure.ts'
import { shell } from '#lib/i18n/messages/es/shell.ts'
import { signOn } from '#lib/i18n/messages/es/sign-on.ts'

export const messages = { account, common, errors, failure, shell, signOn }
