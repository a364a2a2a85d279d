'use client'

import { type FormEvent, useState } from 'react'
import { type FileProblem, fileProblems, maxFileBytes } from '#lib/account-imports/account-file.ts'
import type { ActionResult } from '#lib/http/action-result.ts'
import { useFormAction } from '../../../../../../components/connection/use-form-action.ts'
import { useTranslations } from '../../../../../../components/messages.tsx'
import { SubmitButton } from '../../../../../../components/ui/button.tsx'
import { FileField } from '../../../../../../components/ui/file-field.tsx'
import { Form, FormActions } from '../../../../../../components/ui/form.tsx'
import { useRefusal } from '../../../../../../components/use-refusal.ts'
import { uploadFile } from '../actions.ts'

/** Selects the file. Checks that need no server run before the upload. */
export function UploadForm() {
  const t = useTranslations('accountImport.upload')
  const [result, action, outage] = useFormAction(uploadFile, undefined, { repeatable: true })
  const [early, setEarly] = useState<FileProblem>()
  const { problem } = useRefusal(result, outage)
  const words = useFileProblem(result, early)

  function check(event: FormEvent<HTMLFormElement>) {
    const file = new FormData(event.currentTarget).get('file')
    const found = file instanceof File ? earlyProblem(file) : undefined
    setEarly(found)
    if (found) event.preventDefault()
  }

  return (
    <Form action={action} onSubmit={check} problem={words || early ? undefined : problem}>
      <FileField
        label={t('file')}
        hint={t('fileHint')}
        error={words}
        name="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={() => setEarly(undefined)}
      />
      <FormActions>
        <SubmitButton>{t('check')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

function earlyProblem(file: File): FileProblem | undefined {
  if (file.name === '') return 'required'
  return file.size > maxFileBytes ? 'too_large' : undefined
}

function useFileProblem(result: ActionResult<unknown> | undefined, early: FileProblem | undefined) {
  const t = useTranslations('accountImport.upload.problems')
  const fields = result?.ok === false ? result.fields : undefined
  const code = early ?? fileProblems.find((known) => known === fields?.file)
  return code && t(code, { line: fields?.line ?? '' })
}
