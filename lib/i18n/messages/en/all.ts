import { accessRequests } from '#lib/i18n/messages/en/access-requests.ts'
import { account } from '#lib/i18n/messages/en/account.ts'
import { accountGroups } from '#lib/i18n/messages/en/account-groups.ts'
import { accountImport } from '#lib/i18n/messages/en/account-import.ts'
import { accounts } from '#lib/i18n/messages/en/accounts.ts'
import { activity, liveEvents } from '#lib/i18n/messages/en/activity.ts'
import { companySignIn } from '#lib/i18n/messages/en/company-sign-in.ts'
import { errors } from '#lib/i18n/messages/en/errors.ts'
import { firstSteps } from '#lib/i18n/messages/en/first-steps.ts'
import { grants } from '#lib/i18n/messages/en/grants.ts'
import { handOver } from '#lib/i18n/messages/en/hand-over.ts'
import { keySecrets } from '#lib/i18n/messages/en/key-secrets.ts'
import { keyUsage } from '#lib/i18n/messages/en/key-usage.ts'
import { launcher } from '#lib/i18n/messages/en/launcher.ts'
import { leakDesk } from '#lib/i18n/messages/en/leak-desk.ts'
import { mail } from '#lib/i18n/messages/en/mail.ts'
import { organization } from '#lib/i18n/messages/en/organization.ts'
import { overview } from '#lib/i18n/messages/en/overview.ts'
import { palette } from '#lib/i18n/messages/en/palette.ts'
import { profile } from '#lib/i18n/messages/en/profile.ts'
import { provisioning } from '#lib/i18n/messages/en/provisioning.ts'
import { security } from '#lib/i18n/messages/en/security.ts'
import { shell } from '#lib/i18n/messages/en/shell.ts'
import { signIn } from '#lib/i18n/messages/en/sign-in.ts'
import { signInSettings } from '#lib/i18n/messages/en/sign-in-settings.ts'
import { ssoEntry } from '#lib/i18n/messages/en/sso-entry.ts'
import { userPage } from '#lib/i18n/messages/en/user-page.ts'
import { usersAndAccess } from '#lib/i18n/messages/en/users-and-access.ts'
import { webhooks } from '#lib/i18n/messages/en/webhooks.ts'
import { why } from '#lib/i18n/messages/en/why.ts'
import { widgets } from '#lib/i18n/messages/en/widgets.ts'

export const messages = {
  accessRequests,
  account,
  accountGroups,
  accountImport,
  accounts,
  activity,
  companySignIn,
  widgets,
  errors,
  firstSteps,
  keySecrets,
  leakDesk,
  grants,
  handOver,
  keyUsage,
  launcher,
  liveEvents,
  mail,
  organization,
  overview,
  palette,
  shell,
  ssoEntry,
  profile,
  provisioning,
  security,
  signIn,
  signInSettings,
  userPage,
  usersAndAccess,
  webhooks,
  why,
}
