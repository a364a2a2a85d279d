import { account } from '#lib/i18n/messages/en/account.ts'
import { accountImport } from '#lib/i18n/messages/en/account-import.ts'
import { accounts } from '#lib/i18n/messages/en/accounts.ts'
import { activity } from '#lib/i18n/messages/en/activity.ts'
import { errors } from '#lib/i18n/messages/en/errors.ts'
import { launcher } from '#lib/i18n/messages/en/launcher.ts'
import { security } from '#lib/i18n/messages/en/security.ts'
import { shell } from '#lib/i18n/messages/en/shell.ts'
import { signIn } from '#lib/i18n/messages/en/sign-in.ts'
import { ssoEntry } from '#lib/i18n/messages/en/sso-entry.ts'
import { usersAndAccess } from '#lib/i18n/messages/en/users-and-access.ts'
import { widgets } from '#lib/i18n/messages/en/widgets.ts'

export const messages = {
  account,
  accountImport,
  accounts,
  activity,
  widgets,
  errors,
  launcher,
  shell,
  ssoEntry,
  security,
  signIn,
  usersAndAccess,
}
