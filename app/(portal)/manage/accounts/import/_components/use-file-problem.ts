import { useTranslations } from '#components/messages.tsx'
import { type FileProblem, fileProblems } from '#lib/domain/accounts/account-imports/account-file.ts'
import type { ActionResult } from '#lib/web/http/action-result.ts'

type Options = Readonly<{
  /** Found before the file was sent. */
  early?: FileProblem | undefined
  /** More specific messages. */
  own?: Readonly<Partial<Record<FileProblem, string>>>
}>

/** Why a CSV file was refused, in the reader's language. */
export function useFileProblem(
  result: ActionResult<unknown> | undefined,
  { early, own = {} }: Options = {},
): string | undefined {
  const t = useTranslations('accountImport.upload.problems')
  const fields = result?.ok === false ? result.fields : undefined
  const code = early ?? fileProblems.find((known) => known === fields?.file)
  return code && (own[code] ?? t(code, { line: fields?.line ?? '' }))
}
