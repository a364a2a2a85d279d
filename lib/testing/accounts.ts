import { type NewAccount, optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** A complete account. A field that isn't given is null; the name is the ID. */
export function account({ id, name = id, ...fields }: Pick<NewAccount, 'id'> & Partial<NewAccount>): NewAccount {
  return { id, name, ...recordOf(optionalFields, () => null), ...fields }
}
