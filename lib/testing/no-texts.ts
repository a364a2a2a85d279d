import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'

/** What clients read of a noun without texts: tests that compare a whole body don't name each. */
export const noTexts = {
  group: groupFields.perField(() => null),
  key: keyFields.perField(() => null),
  user: userFields.perField(() => null),
  webhook: webhookFields.perField(() => null),
} as const
