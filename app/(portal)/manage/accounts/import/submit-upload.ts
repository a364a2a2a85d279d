import { maxFileBytes } from '#lib/domain/accounts/account-imports/account-file.ts'
import { uploadAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { type ActionResult, runAction } from '#lib/web/http/action-result.ts'

/** Stores the file of an upload form. Checks role and size before reading it. @returns the import's ID */
export function submitUpload(services: Services, actor: PortalUser, form: FormData): Promise<ActionResult<string>> {
  return runAction(services, actor, async () => {
    requireManager(actor)
    const file = form.get('file')
    if (!(file instanceof File) || file.name === '') {
      throw new Refusal('input_invalid', { fields: { file: 'required' } })
    }
    if (file.size > maxFileBytes) throw new Refusal('input_invalid', { fields: { file: 'too_large' } })
    const bytes = new Uint8Array(await file.arrayBuffer())
    return uploadAccountImport(services, actor, { fileName: file.name, bytes })
  })
}
