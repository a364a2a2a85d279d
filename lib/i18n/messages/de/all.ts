import { account } from '#lib/i18n/messages/de/account.ts'
import { accountImport } from '#lib/i18n/messages/de/account-import.ts'
import { accounts } from '#lib/i18n/messages/de/accounts.ts'
import { activity } from '#lib/i18n/messages/de/activity.ts'
import { errors } from '#lib/i18n/messages/de/errors.ts'
import { failure } from '#lib/i18n/messages/de/failure.ts'
import { launcher } from '#lib/i18n/messages/de/launcher.ts'
import { security } from '#lib/i18n/messages/de/security.ts'
import { shell } from '#lib/i18n/messages/de/shell.ts'
import { signIn } from '#lib/i18n/messages/de/sign-in.ts'
import { signOn } from '#lib/i18n/messages/de/sign-on.ts'
import { usersAndAccess } from '#lib/i18n/messages/de/users-and-access.ts'
import { widgets } from '#lib/i18n/messages/de/widgets.ts'

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
