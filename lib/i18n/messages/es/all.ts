import { account } from '#lib/i18n/messages/es/account.ts'
import { accountImport } from '#lib/i18n/messages/es/account-import.ts'
import { accounts } from '#lib/i18n/messages/es/accounts.ts'
import { activity } from '#lib/i18n/messages/es/activity.ts'
import { errors } from '#lib/i18n/messages/es/errors.ts'
import { failure } from '#lib/i18n/messages/es/failure.ts'
import { launcher } from '#lib/i18n/messages/es/launcher.ts'
import { security } from '#lib/i18n/messages/es/security.ts'
import { shell } from '#lib/i18n/messages/es/shell.ts'
import { signIn } from '#lib/i18n/messages/es/sign-in.ts'
import { signOn } from '#lib/i18n/messages/es/sign-on.ts'
import { usersAndAccess } from '#lib/i18n/messages/es/users-and-access.ts'
import { widgets } from '#lib/i18n/messages/es/widgets.ts'

export const messages = {
  account,
  accountImport,
  accounts,
  activity,
  widgets,
  errors,
  failure,
  launcher,
  security,
  shell,
  signIn,
  signOn,
  usersAndAccess,
}
