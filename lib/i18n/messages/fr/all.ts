import { account } from '#lib/i18n/messages/fr/account.ts'
import { accountImport } from '#lib/i18n/messages/fr/account-import.ts'
import { accounts } from '#lib/i18n/messages/fr/accounts.ts'
import { activity } from '#lib/i18n/messages/fr/activity.ts'
import { errors } from '#lib/i18n/messages/fr/errors.ts'
import { failure } from '#lib/i18n/messages/fr/failure.ts'
import { launcher } from '#lib/i18n/messages/fr/launcher.ts'
import { security } from '#lib/i18n/messages/fr/security.ts'
import { shell } from '#lib/i18n/messages/fr/shell.ts'
import { signIn } from '#lib/i18n/messages/fr/sign-in.ts'
import { signOn } from '#lib/i18n/messages/fr/sign-on.ts'
import { usersAndAccess } from '#lib/i18n/messages/fr/users-and-access.ts'
import { widgets } from '#lib/i18n/messages/fr/widgets.ts'

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
