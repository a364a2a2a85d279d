import { useId } from 'react'
import { ChipField } from '#app/(portal)/_chips/chip-field.tsx'
import { findProblem } from '#app/(portal)/_chips/entry-problem.ts'
import { useChips } from '#app/(portal)/_chips/use-chips.ts'
import type { FormRefusal } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { maxKeyReturnAddresses } from '#lib/domain/keys/api-keys/field-limits.ts'
import { nameEntries } from './name-entries.ts'

type Props = Pick<FormRefusal, 'errorOf'> &
  Readonly<{
    hint: string
    defaultValue: string | undefined
    registered: readonly string[]
    refused: readonly string[]
  }>

const separator = /[\s,;]/

/** Registered return addresses as chips, which the browser suggests; without scripts, a text area. */
export function ReturnAddressField({ hint, defaultValue, registered, refused, errorOf }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const id = useId()
  const chips = useChips(defaultValue)
  const unknownWords = (entries: readonly string[]) => t('returnAddressesUnknown', nameEntries(entries))
  const wrong = chips.entries.filter((entry) => !registered.includes(entry))
  const tooMany = t('returnAddressesTooMany')
  const words = unknownWords(refused)
  const error = errorOf('returnAddresses', { unknown: words, malformed: words, too_many: tooMany })
  const refusal = { refused, error, max: maxKeyReturnAddresses, tooMany }
  return (
    <ChipField
      label={t('returnAddresses')}
      hint={hint}
      name="returnAddresses"
      placeholder={t('returnAddressPlaceholder')}
      chips={chips}
      wrong={new Set(wrong)}
      error={findProblem(chips.entries, wrong.length > 0 ? unknownWords(wrong) : undefined, refusal)}
      separator={separator}
      combobox={{
        attributes: { list: id },
        status: '',
        answerKey: () => false,
        list: (
          <datalist id={id}>
            {registered
              .filter((origin) => !chips.entries.includes(origin))
              .map((origin) => (
                <option key={origin} value={origin} />
              ))}
          </datalist>
        ),
      }}
    />
  )
}
