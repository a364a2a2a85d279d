'use client'

import { type FormEvent, useState } from 'react'
import { uploadFile } from '#app/(portal)/manage/accounts/import/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { Form } from '#components/ui/form.tsx'
import { type FileProblem, maxFileBytes } from '#lib/domain/accounts/account-imports/account-file.ts'
import { useFileProblem } from './use-file-problem.ts'

/** Selects the file. Checks that need no server run before the upload. */
export function UploadForm() {
  const t = useTranslations('accountImport.upload')
  const { result, action, problem } = useForm(uploadFile, {}, { repeatable: true })
  const [early, setEarly] = useState<FileProblem>()
  const words = useFileProblem(result, { early })

  function check(event: FormEvent<HTMLFormElement>) {
    const file = new FormData(event.currentTarget).get('file')
    const found = file instanceof File ? earlyProblem(file) : undefined
    setEarly(found)
    if (found) event.preventDefault()
  }

  return (
    <Form action={action} onSubmit={check} problem={words || early ? undefined : problem} submitLabel={t('check')}>
      <FileField
        label={t('file')}
        hint={t('fileHint')}
        error={words}
        name="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={() => setEarly(undefined)}
      />
    </Form>
  )
}

function earlyProblem(file: File): FileProblem | undefined {
  if (file.name === '') return 'required'
  return file.size > maxFileBytes ? 'too_large' : undefined
}
