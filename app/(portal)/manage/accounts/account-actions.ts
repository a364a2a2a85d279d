import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { DialogName } from '#app/(portal)/_urls/accounts-url.ts'
import { type Account, optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { resumeAccount, suspendAccount, updateAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** What can be done with an account. Resuming it needs no dialog. */
export const accountActions = {
  edit: { label: 'edit', save: (services, actor, form) => updateAccount(services, actor, readAccount(form)) },
  suspend: {
    label: 'suspend',
    isOpen: ({ suspendedAt }) => suspendedAt === null,
    danger: true,
    confirm: { title: 'suspension.title', why: ['suspension.why'], submit: 'suspension.confirm', repeatable: true },
    run: suspendAccount,
  },
  resume: { label: 'resume', isOpen: ({ suspendedAt }) => suspendedAt !== null, run: resumeAccount },
} as const satisfies Readonly<Record<Exclude<DialogName, 'add'> | 'resume', NounAction<Account>>>

export type AccountActionLabel = (typeof accountActions)[keyof typeof accountActions]['label']

/** @throws Refusal `input_invalid` */
export function readAccount(form: FormData) {
  const texts = recordOf(['name', ...optionalFields] as const, (field) => readText(form, field))
  const locale = texts.locale.trim().toLowerCase().replace('_', '-')
  return parseInput(accountSchema, { ...texts, id: readText(form, 'id').trim(), locale })
}
