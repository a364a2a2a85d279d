import type { NewAccount } from '#lib/accounts/account.ts'
import { accountSchema } from '#lib/accounts/schema.ts'
import type { PortalUser } from '#lib/actor.ts'
import { type ActionResult, runAction } from '#lib/http/action-result.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { requireBoundedForm } from '../../_session/bounded-form.ts'
import { readText } from '../../_session/form-text.ts'

export type AccountUseCase = (services: Services, actor: PortalUser, account: NewAccount) => Promise<unknown>

export type AccountFormState = Readonly<{
  result: ActionResult<unknown> | undefined
  /** Shown again after a refusal. */
  entered: Readonly<{ id: string; name: string; locale: string; deepPath: string }>
}>

/** Reads an account form for `apply`. Checks role and limits before reading a field. */
export async function submitAccount(
  services: Services,
  actor: PortalUser,
  form: FormData,
  apply: AccountUseCase,
): Promise<AccountFormState> {
  let entered = { id: '', name: '', locale: '', deepPath: '' }
  const result = await runAction(services, actor, async () => {
    requireManager(actor)
    requireBoundedForm(form)
    entered = {
      id: readText(form, 'id').trim(),
      name: readText(form, 'name'),
      locale: readText(form, 'locale'),
      deepPath: readText(form, 'deepPath'),
    }
    const locale = entered.locale.trim().toLowerCase().replace('_', '-')
    await apply(services, actor, parseInput(accountSchema, { ...entered, locale }))
  })
  return { result, entered }
}
