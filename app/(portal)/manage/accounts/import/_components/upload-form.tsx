'use client'

import { type FormEvent, useState } from 'react'
import type { FileProblem } from '#lib/account-imports/account-file.ts'
import type { ActionResult } from '#lib/http/action-result.ts'
import { useFormAction } from '../../../../../../components/connection/use-form-action.ts'
import { useTranslations } from '../../../../../../components/messages.tsx'
import { FileField } from '../../../../../../components/ui/file-field.tsx'
import { Form } from '../../../../../../components/ui/form.tsx'
import { FormActions } from '../../../../../../components/ui/form-actions.tsx'
import { SubmitButton } from '../../../../../../components/ui/submit-button.tsx'
import { useRefusal } from '../../../../../../components/use-refusal.ts'
import { uploadFile } from '../actions.ts'

/** Selects the file. Checks that need no server run before the upload. */
export function UploadForm({ maxBytes }: Readonly<{ maxBytes: number }>) {
  const t = useTranslations('accountImport.upload')
  const [result, action, outage] = useFormAction(uploadFile, undefined, { repeatable: true })
  const [early, setEarly] = useState<FileProblem>()
  const { problem } = useRefusal(result, outage)
  const words = useFileProblem(result, early)

  function check(event: FormEvent<HTMLFormElement>) {
    const file = new FormData(event.currentTarget).get('file')
    const found = file instanceof File ? earlyProblem(file, maxBytes) : undefined
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

function earlyProblem(file: File, maxBytes: number): FileProblem | undefined {
  if (file.name === '') return 'required'
  return file.size > maxBytes ? 'too_large' : undefined
}

function useFileProblem(result: ActionResult<unknown> | undefined, early: FileProblem | undefined) {
  const t = useTranslations('accountImport.upload.problems')
  const fields = result?.ok === false ? result.fields : undefined
  const words: Readonly<Record<FileProblem, string>> = {
    required: t('required'),
    too_large: t('too_large'),
    spreadsheet: t('spreadsheet'),
    not_utf8: t('not_utf8'),
    quotes: t('quotes', { line: fields?.line ?? '' }),
    column_missing: t('column_missing'),
    column_repeated: t('column_repeated'),
    no_rows: t('no_rows'),
    too_many_rows: t('too_many_rows'),
  }
  const code = early ?? fields?.file
  return Object.entries(words).find(([known]) => known === code)?.[1]
}
