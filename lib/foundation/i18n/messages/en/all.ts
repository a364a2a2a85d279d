import { accessRequests } from '#lib/foundation/i18n/messages/en/access-requests.ts'
import { account } from '#lib/foundation/i18n/messages/en/account.ts'
import { accountGroups } from '#lib/foundation/i18n/messages/en/account-groups.ts'
import { accountImport } from '#lib/foundation/i18n/messages/en/account-import.ts'
import { accounts } from '#lib/foundation/i18n/messages/en/accounts.ts'
import { activity, liveEvents } from '#lib/foundation/i18n/messages/en/activity.ts'
import { companySignIn } from '#lib/foundation/i18n/messages/en/company-sign-in.ts'
import { errors } from '#lib/foundation/i18n/messages/en/errors.ts'
import { firstSteps } from '#lib/foundation/i18n/messages/en/first-steps.ts'
import { grants } from '#lib/foundation/i18n/messages/en/grants.ts'
import { handOver } from '#lib/foundation/i18n/messages/en/hand-over.ts'
import { keySecrets } from '#lib/foundation/i18n/messages/en/key-secrets.ts'
import { keyUsage } from '#lib/foundation/i18n/messages/en/key-usage.ts'
import { launcher } from '#lib/foundation/i18n/messages/en/launcher.ts'
import { leakDesk } from '#lib/foundation/i18n/messages/en/leak-desk.ts'
import { mail } from '#lib/foundation/i18n/messages/en/mail.ts'
import { organization } from '#lib/foundation/i18n/messages/en/organization.ts'
import { overview } from '#lib/foundation/i18n/messages/en/overview.ts'
import { palette } from '#lib/foundation/i18n/messages/en/palette.ts'
import { profile } from '#lib/foundation/i18n/messages/en/profile.ts'
import { provisioning } from '#lib/foundation/i18n/messages/en/provisioning.ts'
import { security } from '#lib/foundation/i18n/messages/en/security.ts'
import { settings } from '#lib/foundation/i18n/messages/en/settings.ts'
import { shell } from '#lib/foundation/i18n/messages/en/shell.ts'
import { signIn } from '#lib/foundation/i18n/messages/en/sign-in.ts'
import { signInSettings } from '#lib/foundation/i18n/messages/en/sign-in-settings.ts'
import { ssoEntry } from '#lib/foundation/i18n/messages/en/sso-entry.ts'
import { userPage } from '#lib/foundation/i18n/messages/en/user-page.ts'
import { usersAndAccess } from '#lib/foundation/i18n/messages/en/users-and-access.ts'
import { webhooks } from '#lib/foundation/i18n/messages/en/webhooks.ts'
import { why } from '#lib/foundation/i18n/messages/en/why.ts'
import { widgets } from '#lib/foundation/i18n/messages/en/widgets.ts'

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
  settings,
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
