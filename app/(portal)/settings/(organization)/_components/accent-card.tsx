'use client'

import { useRef, useState } from 'react'
import { SettingCard } from '#app/(portal)/settings/_components/setting-card.tsx'
import { SettingField } from '#app/(portal)/settings/_components/setting-field.tsx'
import { SettingForm } from '#app/(portal)/settings/_components/setting-form.tsx'
import { saveAccent } from '#app/(portal)/settings/(organization)/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { accentShades } from '#lib/domain/organization/organization/accent.ts'
import type { LogoImage } from '#lib/domain/organization/organization/organization.ts'
import styles from './organization.module.css'
import { Preview } from './preview.tsx'

/** Where the picker starts without a color: it can't be empty. */
const pickerStart = '#0a5fb4'

type Props = Readonly<{ site: string; accent: string; logo: LogoImage | undefined }>

/** The accent color, and a preview that follows the input. */
export function AccentCard({ site, accent: saved, logo }: Props) {
  const t = useTranslations('organization.identity')
  const [accent, setAccent] = useState(saved)
  const field = useRef<HTMLInputElement>(null)
  const color = /^#[0-9a-f]{6}$/i.test(accent.trim()) ? accent.trim().toLowerCase() : undefined
  function pick(picked: string) {
    if (field.current) field.current.value = picked
    setAccent(picked)
  }
  return (
    <SettingCard id="accent" title={t('accent')} why={t('accentHint')}>
      <SettingForm action={saveAccent} saved={{ accent: saved }} onDiscard={() => setAccent(saved)}>
        {({ initial, errorOf }) => (
          <>
            <SettingField
              card="accent"
              ref={field}
              name="accent"
              defaultValue={initial('accent')}
              onChange={(event) => setAccent(event.target.value)}
              error={errorOf('accent', { malformed: t('accentMalformed') })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            >
              <input
                className={styles.picker}
                type="color"
                data-needs-script
                aria-label={t('pick')}
                value={color ?? pickerStart}
                onChange={(event) => pick(event.target.value)}
              />
            </SettingField>
            <div role="status" className={styles.notes}>
              {color && <ShadeNotes color={color} />}
            </div>
            <Preview name={site} logo={logo} accent={color ?? (accent.trim() === '' ? '' : saved)} />
          </>
        )}
      </SettingForm>
    </SettingCard>
  )
}

/** Says where a theme shows another shade than the color. */
function ShadeNotes({ color }: Readonly<{ color: string }>) {
  const t = useTranslations('organization.identity')
  const { light, dark } = accentShades(color)
  if (light === color && dark === color) return null
  return (
    <Notice>{light !== color ? t('tooLight', { color, shade: light }) : t('tooDark', { color, shade: dark })}</Notice>
  )
}
