import { account } from '#lib/i18n/messages/en/account.ts'
import { common } from '#lib/i18n/messages/en/common.ts'
import { errors } from '#lib/i18n/messages/en/errors.ts'
import { failure } from '#lib/i18n/messages/en/failure.ts'
import { shell } from '#lib/i18n/messages/en/shell.ts'
import { signOn } from '#lib/i18n/messages/en/sign-on.ts'

export const messages = { account, common, errors, failure, shell, signOn }
