import { exportRejectedRows } from '#lib/domain/accounts/account-imports/export-rejected-rows.ts'
import { reviewAccountImport } from '#lib/domain/accounts/account-imports/review-account-import.ts'
import {
  findAccountImport,
  runAccountImport,
  uploadAccountImport,
} from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { endOwnAccountSessions, listOwnOpenAccounts } from '#lib/domain/accounts/account-sessions/own-open-sessions.ts'
import { movePin, pinAccount, searchOpenableAccounts, unpinAccount } from '#lib/domain/accounts/accounts/launcher.ts'
import { listOwnSecurityEvents } from '#lib/domain/events/activity/list-own-security-events.ts'
import { launchAccount } from '#lib/domain/links/launch/launch-account.ts'
import { searchPalette } from '#lib/domain/organization/palette/search-palette.ts'
import { listOwnAccessRequests, requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import {
  addApp,
  addPasskey,
  offerApp,
  offerPasskey,
  readOwnFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
} from '#lib/domain/people/user-lifecycle/own-factors.ts'
import {
  changeOwnNames,
  findOwnProof,
  proveOwnEmail,
  readOwnNames,
  withdrawOwnNames,
} from '#lib/domain/people/user-lifecycle/own-names.ts'
import { changePassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { readOwnNotices, updateOwnNotices } from '#lib/domain/people/users/own-notices.ts'
import {
  readOwnPreferences,
  readOwnProfile,
  rememberLanguage,
  updateOwnProfile,
} from '#lib/domain/people/users/own-profile.ts'
import { readProviderTest, switchOnProvider } from '#lib/domain/sign-in/company-sign-in/switch-on-provider.ts'
import { beginProviderTest } from '#lib/domain/sign-in/company-sign-in/test-sign-in.ts'
import { confirmIdentity, offerPasskeyConfirmation } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { endOtherSessions, endOwnSession, signOut } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { listOwnSessions } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { findMissingFactor } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { readMailSetup } from '#lib/server/mail-delivery/send-test-mail.ts'
import { tryApiKey } from '#lib/web/endpoints/try-api-key.ts'

const csv = new TextEncoder().encode('id,name\nbeta,Beta\n')

/** Every use case that only a signed-in user can call, with made-up arguments: only `forbidden` matters. */
export const ownActions: Record<string, (services: Services, user: PortalUser) => Promise<unknown>> = {
  'open one of their accounts': (services, user) => launchAccount(services, user, { accountId: 'acme' }),
  'search their accounts': (services, user) => searchOpenableAccounts(services, user, { query: '', shown: 1 }),
  'pin one of their accounts': (services, user) => pinAccount(services, user, { accountId: 'acme' }),
  'unpin an account': (services, user) => unpinAccount(services, user, 'acme'),
  'order their pinned accounts': (services, user) => movePin(services, user, { accountId: 'acme', before: '' }),
  'see which accounts they have open': (services, user) => listOwnOpenAccounts(services, user),
  'end one of their open accounts': (services, user) => endOwnAccountSessions(services, user, 'as_x'),
  'end all of their open accounts': (services, user) => endOwnAccountSessions(services, user),
  'search in the command palette': (services, user) => searchPalette(services, user, 'acme'),
  'request access to an account': (services, user) =>
    requestAccess(services, user, { accountId: 'acme', reason: 'Support' }),
  'see their access requests': (services, user) => listOwnAccessRequests(services, user),
  'see their profile': (services, user) => readOwnProfile(services, user),
  'change their name, language and time zone': (services, user) =>
    updateOwnProfile(services, user, { name: 'Robin', language: 'en', timeZone: '' }),
  'see their language and time zone': (services, user) => readOwnPreferences(services, user),
  'choose the language of their mails': (services, user) => rememberLanguage(services, user, 'en'),
  'change their username and email address': (services, user) =>
    changeOwnNames(services, user, { username: `robin-${user.userId.slice(-8)}`, email: 'robin@example.com' }),
  'see which names they requested': (services, user) => readOwnNames(services, user),
  'take back a request for names': (services, user) => withdrawOwnNames(services, user),
  'see what a link proves': (services, user) => findOwnProof(services, user, 'unknown'),
  'prove an email address': (services, user) => proveOwnEmail(services, user, 'unknown'),
  'see their email notices': (services, user) => readOwnNotices(services, user),
  'choose their email notices': (services, user) => updateOwnNotices(services, user, { wanted: [] }),
  'change their password': (services, user) =>
    changePassword(services, user, { currentPassword: 'unknown', newPassword: 'nine green figs on a plate' }),
  'see their passkeys, app and recovery codes': (services, user) => readOwnFactors(services, user),
  'see whether they lack a required factor': (services, user) => findMissingFactor(services, user),
  'see recent events of their sign-in': (services, user) => listOwnSecurityEvents(services, user),
  'start adding a passkey': (services, user) => offerPasskey(services, user),
  'add a passkey': (services, user) => addPasskey(services, user, { response: {}, name: 'Key' }),
  'rename a passkey': (services, user) => renamePasskey(services, user, { id: 'pk_x', name: 'Key' }),
  'remove a passkey': (services, user) => removePasskey(services, user, 'pk_x'),
  'start setting up an authenticator app': (services, user) => offerApp(services, user),
  'set up an authenticator app': (services, user) => addApp(services, user, { sealed: '', code: '000000' }),
  'remove their authenticator app': (services, user) => removeApp(services, user),
  'replace their recovery codes': (services, user) => replaceRecoveryCodes(services, user),
  'start confirming with a passkey': (services, user) => offerPasskeyConfirmation(services, user),
  'confirm their identity': (services, user) => confirmIdentity(services, user, { password: 'unknown', code: '' }),
  'see their sessions': (services, user) => listOwnSessions(services, user),
  'end one of their sessions': (services, user) => endOwnSession(services, user, 'ps_x'),
  'end their other sessions': (services, user) => endOtherSessions(services, user),
  'sign out': (services, user) => signOut(services, user),
  'try a key that they may manage': (services, user) =>
    tryApiKey(services, user, { keyId: 'lkid_x', secret: 'x', accountId: 'acme' }),
  'see how mail is set up': (services, user) => readMailSetup(services, user),
  'upload a file of accounts': (services, user) =>
    uploadAccountImport(services, user, { fileName: 'a.csv', bytes: csv }),
  'review a file that they uploaded': (services, user) => reviewAccountImport(services, user, 'imp_x'),
  'find a file that they uploaded': (services, user) => findAccountImport(services, user, 'imp_x'),
  'import a file that they uploaded': (services, user) =>
    runAccountImport(services, user, { id: 'imp_x', skipBad: false }),
  'download the rejected rows of a file that they uploaded': (services, user) =>
    exportRejectedRows(services, user, { id: 'imp_x', toReason: () => '' }),
  'test a sign-in provider by signing in': (services, user) =>
    beginProviderTest(services, user, { providerId: 'unknown', browserHash: '', next: '/' }),
  'see what their test of a sign-in provider showed': (services, user) => readProviderTest(services, user, 'unknown'),
  'switch on a sign-in provider that they tested': (services, user) => switchOnProvider(services, user, 'unknown'),
}
