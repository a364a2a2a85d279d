import { useTranslations } from '#components/messages.tsx'
import { TextArea, TextField } from '#components/ui/text-field.tsx'
import type { useAccessForm } from './use-access-form.ts'

type Props<Name extends string> = Readonly<{
  form: Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf'>
  /** The greatest length of each text. */
  lengths: Readonly<Record<Name, number>>
  wordsOf: (name: Name) => Readonly<{ label: string; hint: string }>
  before?: Readonly<Record<NoInfer<Name>, string | null>> | undefined
  /** Of texts that may have several lines. */
  rows?: number
}>

/** The fields of the texts that a noun may have. */
export function OptionalTexts<Name extends string>({ form, lengths, wordsOf, before, rows }: Props<Name>) {
  const optional = useTranslations('widgets')('optional')
  const names = Object.keys(lengths) as Name[]
  return names.map((name) => {
    const field = {
      ...wordsOf(name),
      note: optional,
      name,
      defaultValue: form.enteredIn(name) ?? before?.[name] ?? '',
      error: form.errorOf(name, {}, { min: 0, max: lengths[name] }),
    }
    return rows ? (
      <TextArea key={name} {...field} rows={rows} />
    ) : (
      <TextField key={name} {...field} maxLength={lengths[name]} />
    )
  })
}
