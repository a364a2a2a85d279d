import { changeLogo } from '#lib/domain/organization/organization/manage-organization.ts'
import { maxLogoBytes } from '#lib/domain/organization/organization/organization.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { type ActionResult, runAction } from '#lib/web/http/action-result.ts'

/** Stores the file of the logo's form. Checks role and size before reading it. */
export function submitLogo(services: Services, actor: PortalUser, form: FormData): Promise<ActionResult<void>> {
  return runAction(services, actor, async () => {
    requireManager(actor)
    const file = form.get('logo')
    if (!(file instanceof File) || file.name === '') {
      throw new Refusal('input_invalid', { fields: { logo: 'required' } })
    }
    if (file.size > maxLogoBytes) throw new Refusal('input_invalid', { fields: { logo: 'too_large' } })
    await changeLogo(services, actor, new Uint8Array(await file.arrayBuffer()))
  })
}
