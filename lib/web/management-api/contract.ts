import {
  editedMembersResource,
  groupResource,
  listedGroupResource,
  memberResource,
} from '#lib/domain/accounts/account-groups/group-resource.ts'
import { sessionResource } from '#lib/domain/accounts/account-sessions/session-resource.ts'
import { accountResource, listedAccountResource } from '#lib/domain/accounts/accounts/account-resource.ts'
import { refusalResource } from '#lib/domain/events/refusals/refusal-resource.ts'
import { deliveriesResource, rotatedResource, testResource } from '#lib/domain/events/webhooks/delivery-resource.ts'
import { addedWebhookResource, webhookResource } from '#lib/domain/events/webhooks/webhook-resource.ts'
import { keyResource, listedKeyResource } from '#lib/domain/keys/api-keys/key-resource.ts'
import { handOverLinkResource } from '#lib/domain/keys/hand-over/hand-over-resource.ts'
import { newKeyResource } from '#lib/domain/keys/key-management/new-key-resource.ts'
import {
  rehearsalResource,
  rotatedSecretResource,
  secretsResource,
} from '#lib/domain/keys/key-rotation/secret-resource.ts'
import { keyUsageResource } from '#lib/domain/keys/usage/key-usage-resource.ts'
import {
  listedReturnAddressResource,
  returnAddressResource,
} from '#lib/domain/links/return-addresses/return-address-resource.ts'
import { receiptAnswer } from '#lib/domain/links/sso-grants/receipt-schema.ts'
import { settingsResource } from '#lib/domain/organization/settings/settings-resource.ts'
import { listedUserResource, userResource } from '#lib/domain/people/users/user-resource.ts'

/**
 * What a client over HTTP has to know of the operations that commands call: it loads no use cases, which need a
 * database. A test compares it with the operations.
 */
export const contract = {
  addReturnAddress: { route: 'POST /api/v1/return-addresses', response: returnAddressResource },
  addWebhook: { route: 'POST /api/v1/webhooks', response: addedWebhookResource },
  changeAccountsOfGroup: {
    route: 'POST /api/v1/account-groups/{groupId}/accounts',
    response: editedMembersResource,
  },
  createAccount: { route: 'POST /api/v1/accounts', response: accountResource },
  createAccountGroup: { route: 'POST /api/v1/account-groups', response: groupResource },
  createUser: { route: 'POST /api/v1/users', response: userResource },
  deleteAccountGroup: { route: 'DELETE /api/v1/account-groups/{groupId}' },
  endFormerSigningSecret: { route: 'DELETE /api/v1/webhooks/{webhookId}/secrets/former' },
  endKeyRehearsal: { route: 'DELETE /api/v1/keys/{keyId}/rehearsal' },
  endSession: { route: 'DELETE /api/v1/sessions/{sessionId}' },
  explainRefusal: { route: 'GET /api/v1/refusals/{requestId}', response: refusalResource },
  generateKey: { route: 'POST /api/v1/keys', response: newKeyResource },
  getAccount: { route: 'GET /api/v1/accounts/{accountId}', response: accountResource },
  getDeliveries: { route: 'GET /api/v1/webhooks/{webhookId}/deliveries', response: deliveriesResource },
  getGrantReceipt: { route: 'GET /api/v1/grants/{grantId}', response: receiptAnswer },
  getKey: { route: 'GET /api/v1/keys/{keyId}', response: keyResource },
  getKeyUsage: { route: 'GET /api/v1/keys/{keyId}/usage', response: keyUsageResource },
  getSettings: { route: 'GET /api/v1/settings', response: settingsResource },
  getWebhook: { route: 'GET /api/v1/webhooks/{webhookId}', response: webhookResource },
  handOverKey: { route: 'POST /api/v1/keys/{keyId}/hand-over', response: handOverLinkResource },
  listAccountGroups: { route: 'GET /api/v1/account-groups', list: listedGroupResource },
  listAccounts: { route: 'GET /api/v1/accounts', list: listedAccountResource },
  listAccountsOfGroup: { route: 'GET /api/v1/account-groups/{groupId}/accounts', list: memberResource },
  listGrantReceipts: { route: 'GET /api/v1/grants', list: receiptAnswer },
  listKeySecrets: { route: 'GET /api/v1/keys/{keyId}/secrets', response: secretsResource },
  listKeys: { route: 'GET /api/v1/keys', list: listedKeyResource },
  listRefusals: { route: 'GET /api/v1/refusals', list: refusalResource },
  listReturnAddresses: { route: 'GET /api/v1/return-addresses', list: listedReturnAddressResource },
  listSessions: { route: 'GET /api/v1/sessions', list: sessionResource },
  listUsers: { route: 'GET /api/v1/users', list: listedUserResource },
  listWebhooks: { route: 'GET /api/v1/webhooks', list: webhookResource },
  patchAccount: { route: 'PATCH /api/v1/accounts/{accountId}', response: accountResource },
  patchAccountGroup: { route: 'PATCH /api/v1/account-groups/{groupId}', response: groupResource },
  patchKey: { route: 'PATCH /api/v1/keys/{keyId}', response: keyResource },
  patchSettings: { route: 'PATCH /api/v1/settings', response: settingsResource },
  patchUser: { route: 'PATCH /api/v1/users/{userId}', response: userResource },
  patchWebhook: { route: 'PATCH /api/v1/webhooks/{webhookId}', response: webhookResource },
  rehearseKeyRetirement: { route: 'PUT /api/v1/keys/{keyId}/rehearsal', response: rehearsalResource },
  removeReturnAddress: { route: 'DELETE /api/v1/return-addresses/{origin}' },
  removeWebhook: { route: 'DELETE /api/v1/webhooks/{webhookId}' },
  replayWebhook: { route: 'POST /api/v1/webhooks/{webhookId}/replays' },
  retireKeySecret: { route: 'DELETE /api/v1/keys/{keyId}/secrets/{secretId}' },
  rotateKeySecret: { route: 'POST /api/v1/keys/{keyId}/secrets', response: rotatedSecretResource },
  rotateSigningSecret: { route: 'POST /api/v1/webhooks/{webhookId}/secrets', response: rotatedResource },
  testWebhook: { route: 'POST /api/v1/webhooks/{webhookId}/tests', response: testResource },
  withdrawKeyHandOver: { route: 'DELETE /api/v1/keys/{keyId}/hand-over' },
} as const
