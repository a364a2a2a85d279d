'use client'

import { saveViewAction } from '#app/(portal)/activity/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { SubmitButton } from '#components/ui/button.tsx'
import { Form } from '#components/ui/form.tsx'
import { TextField } from '#components/ui/text-field.tsx'

type Props = Readonly<{
  query: string
  maxLength: number
  words: Readonly<{ name: string; save: string; taken: string; tooMany: string }>
}>

/** Names the filter on the screen. */
export function SaveViewForm({ query, maxLength, words }: Props) {
  const { action, problem, errorOf } = useForm(saveViewAction, { result: undefined })
  const error = errorOf('name', { taken: words.taken, too_many: words.tooMany })
  return (
    <Form action={action} problem={error ? undefined : problem}>
      <input type="hidden" name="query" value={query} />
      <TextField name="name" label={words.name} maxLength={maxLength} required error={error} />
      <SubmitButton variant="secondary" size="small">
        {words.save}
      </SubmitButton>
    </Form>
  )
}
