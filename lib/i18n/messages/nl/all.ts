import { account } from '#lib/i18n/messages/nl/account.ts'
import { accountImport } from '#lib/i18n/messages/nl/account-import.ts'
import { accounts } from '#lib/i18n/messages/nl/accounts.ts'
import { activity } from '#lib/i18n/messages/nl/activity.ts'
import { errors } from '#lib/i18n/messages/nl/errors.ts'
import { failure } from '#lib/i18n/messages/nl/failure.ts'
import { launcher } from '#lib/i18n/messages/nl/launcher.ts'
import { security } from '#lib/i18n/messages/nl/security.ts'
import { shell } from '#lib/i18n/messages/nl/shell.ts'
import { signIn } from '#lib/i18n/messages/nl/sign-in.ts'
import { signOn } from '#lib/i18n/messages/nl/sign-on.ts'
import { usersAndAccess } from '#lib/i18n/messages/nl/users-and-access.ts'
import { widgets } from '#lib/i18n/messages/nl/widgets.ts'

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
