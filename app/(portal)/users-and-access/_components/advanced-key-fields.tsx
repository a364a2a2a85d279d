import { useRef } from 'react'
import dialogs from '#app/(portal)/_forms/dialogs.module.css'
import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Checkbox, RadioGroup } from '#components/ui/choice.tsx'
import { countWords, fieldText, useFormReading } from './form-reading.ts'
import styles from './key-fields.module.css'
import { LimitFields, limitNames } from './key-limits-fields.tsx'
import { PublicKeyField } from './public-key-field.tsx'
import type { KeyPairForm } from './use-key-pair.ts'

type Props = Readonly<{
  form: Pick<ReturnType<typeof useAccessForm>, 'state' | 'enteredIn' | 'errorOf' | 'entriesOf'>
  pair: KeyPairForm
  /** The registered ones. */
  returnAddresses: readonly string[]
}>

const recipients = ['show', 'link', 'publicKey'] as const
const switches = ['rotatable', 'dpop', 'introspect'] as const

/** What few keys need: open if something in it was entered or refused. */
export function AdvancedKeyFields({ form, pair, returnAddresses }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const { enteredIn, errorOf, entriesOf } = form
  const secretTo = enteredIn('secretTo') ?? 'show'
  const isSet = secretTo !== 'show' || [...switches, ...limitNames].some((field) => enteredIn(field))
  const isRefused = ['publicJwk', ...limitNames].some((field) => errorOf(field) !== undefined)
  const toSwitch = (name: (typeof switches)[number]) => (
    <Checkbox
      name={name}
      value={name}
      label={t(name)}
      hint={t(`${name}Hint`)}
      defaultChecked={enteredIn(name) !== undefined}
    />
  )
  return (
    <details
      className={`${styles.advanced} ${styles.unlessScim}`}
      // Not `false`: it may be opened before the scripts run.
      open={isSet || isRefused || undefined}
      onToggle={({ currentTarget }) => {
        // Opened by its user, not by the page.
        if (currentTarget.open && currentTarget.matches(':focus-within')) currentTarget.scrollIntoView()
      }}
    >
      <summary>
        <span>{t('advanced')}</span>
        <SetInside />
      </summary>
      <div className={dialogs.limits}>
        <RadioGroup
          legend={t('secretTo')}
          name="secretTo"
          choices={recipients.map((value) => ({
            value,
            label: t(`secretChoices.${value}`),
            hint: t(`secretHints.${value}`),
          }))}
          defaultValue={secretTo}
        />
        <PublicKeyField pair={pair} form={form} />
        <div className={dialogs.forSecret}>{toSwitch('rotatable')}</div>
        {toSwitch('dpop')}
        <div className={styles.forOpen}>{toSwitch('introspect')}</div>
        <LimitFields {...{ enteredIn, returnAddresses, errorOf, entriesOf }} ofAccounts={styles.forOpen} />
      </div>
    </details>
  )
}

/** Names the settings inside: closed fields hide nothing. It needs scripts. */
function SetInside() {
  const t = useTranslations('usersAndAccess')
  const ref = useRef<HTMLSpanElement>(null)
  const { secretTo = 'show', on, counts } = useFormReading(ref, readSet) ?? {}
  const words = [
    secretTo !== 'show' && t(`newKey.secretChoices.${secretTo}`),
    ...switches.map((name) => on?.[name] && t(`newKey.${name}`)),
    ...limitNames.map((name) => counts?.[name] && t(`newKey.set.${name}`, { count: counts[name] })),
  ].filter((word) => typeof word === 'string')
  return (
    <span ref={ref} className={styles.set}>
      {words.length > 0 ? words.map((word) => <Chip key={word}>{word}</Chip>) : t('newKey.advancedHint')}
    </span>
  )
}

/** What counts for the purpose. */
function readSet(form: FormData) {
  const secretTo = recipients.find((known) => known === form.get('secretTo')) ?? 'show'
  const isToOpen = fieldText(form.get('purpose')) === 'open'
  return {
    secretTo,
    on: {
      rotatable: form.has('rotatable') && secretTo !== 'publicKey',
      dpop: form.has('dpop'),
      introspect: form.has('introspect') && isToOpen,
    },
    counts: {
      accountIds: isToOpen ? countWords(form.get('accountIds')) : 0,
      networks: countWords(form.get('networks')),
      returnAddresses: isToOpen ? countWords(form.get('returnAddresses')) : 0,
    },
  }
}
