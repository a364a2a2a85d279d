import { accountGroupOperations } from '#lib/domain/accounts/account-groups/operations.ts'
import { importAccountsOperation, sessionOperations } from '#lib/domain/accounts/account-management/operations.ts'
import { accountOperations } from '#lib/domain/accounts/accounts/operations.ts'
import { eventOperations } from '#lib/domain/events/journal/operations.ts'
import { refusalOperations } from '#lib/domain/events/refusals/operations.ts'
import { webhookOperations } from '#lib/domain/events/webhooks/operations.ts'
import { handOverOperations } from '#lib/domain/keys/hand-over/operations.ts'
import { keyOperations } from '#lib/domain/keys/key-management/operations.ts'
import { keySecretOperations } from '#lib/domain/keys/key-rotation/operations.ts'
import { returnAddressOperations } from '#lib/domain/links/return-addresses/operations.ts'
import { receiptOperations } from '#lib/domain/links/sso-grants/operations.ts'
import { settingsOperations } from '#lib/domain/organization/settings/operations.ts'
import { userOperations } from '#lib/domain/people/user-lifecycle/operations.ts'

/** Every operation of `/api/v1`, in the order in which a developer learns them. */
export const managementOperations = [
  ...receiptOperations,
  ...accountOperations,
  importAccountsOperation,
  ...accountGroupOperations,
  ...userOperations,
  ...keyOperations,
  ...keySecretOperations,
  ...handOverOperations,
  ...returnAddressOperations,
  ...sessionOperations,
  ...settingsOperations,
  ...webhookOperations,
  ...eventOperations,
  ...refusalOperations,
] as const
