import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { type NewAccount, optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import { type ActionResult, runAction } from '#lib/web/http/action-result.ts'

export type AccountUseCase = (services: Services, actor: PortalUser, account: NewAccount) => Promise<unknown>

const enteredFields = ['id', 'name', ...optionalFields] as const

type Entered = Readonly<Record<(typeof enteredFields)[number], string>>

export type AccountFormState = Readonly<{
  result: ActionResult<unknown> | undefined
  /** Shown again after a refusal. */
  entered: Entered
}>

/** Reads an account form for `apply`. Checks role and limits before reading a field. */
export async function submitAccount(
  services: Services,
  actor: PortalUser,
  form: FormData,
  apply: AccountUseCase,
): Promise<AccountFormState> {
  let entered: Entered = recordOf(enteredFields, () => '')
  const result = await runAction(services, actor, async () => {
    requireManager(actor)
    requireBoundedForm(form)
    entered = { ...recordOf(enteredFields, (field) => readText(form, field)), id: readText(form, 'id').trim() }
    const locale = entered.locale.trim().toLowerCase().replace('_', '-')
    await apply(services, actor, parseInput(accountSchema, { ...entered, locale }))
  })
  return { result, entered }
}
