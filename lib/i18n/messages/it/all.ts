import { account } from '#lib/i18n/messages/it/account.ts'
import { accountImport } from '#lib/i18n/messages/it/account-import.ts'
import { accounts } from '#lib/i18n/messages/it/accounts.ts'
import { activity } from '#lib/i18n/messages/it/activity.ts'
import { errors } from '#lib/i18n/messages/it/errors.ts'
import { failure } from '#lib/i18n/messages/it/failure.ts'
import { launcher } from '#lib/i18n/messages/it/launcher.ts'
import { security } from '#lib/i18n/messages/it/security.ts'
import { shell } from '#lib/i18n/messages/it/shell.ts'
import { signIn } from '#lib/i18n/messages/it/sign-in.ts'
import { signOn } from '#lib/i18n/messages/it/sign-on.ts'
import { usersAndAccess } from '#lib/i18n/messages/it/users-and-access.ts'
import { widgets } from '#lib/i18n/messages/it/widgets.ts'

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
