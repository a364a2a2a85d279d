import { accountGroupOperations } from '#lib/account-groups/operations.ts'
import { importAccountsOperation, sessionOperations } from '#lib/account-management/operations.ts'
import { accountOperations } from '#lib/accounts/operations.ts'
import { handOverOperations } from '#lib/hand-over/operations.ts'
import { eventOperations } from '#lib/journal/operations.ts'
import { keyOperations } from '#lib/key-management/operations.ts'
import { keySecretOperations } from '#lib/key-rotation/operations.ts'
import { refusalOperations } from '#lib/refusals/operations.ts'
import { returnAddressOperations } from '#lib/return-addresses/operations.ts'
import { settingsOperations } from '#lib/settings/operations.ts'
import { receiptOperations } from '#lib/sso-grants/operations.ts'
import { userOperations } from '#lib/user-lifecycle/operations.ts'
import { webhookOperations } from '#lib/webhooks/operations.ts'

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
