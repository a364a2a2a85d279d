import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { type KeyArea, type KeyLevel, keyAreas } from '#lib/domain/keys/api-keys/key-purpose.ts'
import styles from './key-fields.module.css'

const areas = Object.keys(keyAreas) as KeyArea[]

/** The scopes of an area's levels, as the form submits them. */
function levelsOf(area: KeyArea) {
  const levels = Object.entries(keyAreas[area]) as [KeyLevel, readonly string[]][]
  return levels.map(([level, scopes]) => ({ level, value: scopes.join(' ') }))
}

type Props = Readonly<{ form: Pick<ReturnType<typeof useAccessForm>, 'state' | 'result' | 'errorOf'> }>

/** What a key that manages may do: an area and a level each. Without scripts, every area is listed. */
export function KeyAreasField({ form: { state, result, errorOf } }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  // If the owner can't have the permissions, the owner is marked: the permissions are what the program needs.
  const isOfOwner = result?.ok === false && result.fields?.scopes === 'owner_role'
  const error = isOfOwner ? undefined : errorOf('scopes', { required: t('scopesMissing') })
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(() => new Map(areas.map((area) => [area, enteredLevel(area, state.entered)])))
  // A choice set by a script causes no input event, which the summary below listens for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each choice.
  useEffect(() => {
    box.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [chosen])
  const choose = (area: KeyArea, value: string) => setChosen((before) => new Map(before).set(area, value))
  const unused = areas.filter((area) => !chosen.get(area))
  return (
    <fieldset className={`${styles.areas} ${styles.forManage}`} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t('may')}</legend>
      <div ref={box} className={styles.box} data-invalid={Boolean(error)}>
        {areas.map((area) => (
          <span key={area} className={styles.area} data-unused={!chosen.get(area)}>
            <label htmlFor={`${id}-${area}`}>{t(`areas.${area}`)}</label>
            <select
              id={`${id}-${area}`}
              name="scopes"
              value={chosen.get(area)}
              onChange={({ target }) => choose(area, target.value)}
            >
              <option value="">{t('levels.none')}</option>
              {levelsOf(area).map(({ level, value }) => (
                <option key={level} value={value}>
                  {t(`levels.${level}`)}
                </option>
              ))}
            </select>
            <button
              type="button"
              data-needs-script
              aria-label={t('removeArea', { area: t(`areas.${area}`) })}
              onClick={() => {
                choose(area, '')
                box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
              }}
            >
              <IconX size={14} stroke={2} aria-hidden="true" />
            </button>
          </span>
        ))}
        {unused.length > 0 && (
          <select
            data-add
            data-needs-script
            aria-label={t('addArea')}
            aria-invalid={error ? true : undefined}
            value=""
            onChange={({ target }) => {
              const area = areas.find((known) => known === target.value)
              if (area) choose(area, levelsOf(area)[0]?.value ?? '')
            }}
          >
            <option value="">{t('addArea')}</option>
            {unused.map((area) => (
              <option key={area} value={area}>
                {t(`areas.${area}`)}
              </option>
            ))}
          </select>
        )}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

/** What was submitted. */
function enteredLevel(area: KeyArea, entered: FormState['entered']): string {
  const isEntered = (value: string) => entered.some(([name, scopes]) => name === 'scopes' && scopes === value)
  return levelsOf(area).find(({ value }) => isEntered(value))?.value ?? ''
}
