import { findFileProblem } from '#lib/foundation/breached-passwords/breached-passwords.ts'
import { type CheckResult, fail, ok } from '#lib/server/diagnostics/check-result.ts'

const check = 'breached passwords'

/** Whether new passwords can be looked up in the file. Reads a sample of its lines. */
export async function checkBreachedPasswords(path: string): Promise<CheckResult> {
  const problem = await findFileProblem(path)
  if (!problem) return ok(check, `${path} is sorted by hash.`)
  return fail(check, `${path} ${problem}: new passwords are not looked up. Download the file again.`)
}
