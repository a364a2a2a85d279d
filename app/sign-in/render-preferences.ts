import { languageNames, languages } from '#lib/foundation/i18n/languages.ts'
import { themes } from '#lib/foundation/i18n/preferences.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import type { Frame } from './sign-in-document.ts'

type Choice = Readonly<{ value: string; label: string; lang?: string }>
type MenuParts = Readonly<{
  name: 'language' | 'theme'
  label: string
  chosen?: string
  choices: readonly Choice[]
  current: string
}>

/** Tabler icons on a 24 px grid. */
const icons = {
  language:
    'M9 6.371c0 4.418 -2.239 6.629 -5 6.629M4 6.371h7M5 9c0 2.144 2.252 3.908 6 4M12 20l4 -9l4 9M19.1 18h-6.2M6.694 3l.793 .582',
  theme: 'M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008',
} as const

/** The page's foot: language and theme, for users who aren't signed in yet. Complete without scripts. */
export function renderPreferences({ locale, language, theme, next }: Frame, path: string): Html {
  const t = translatorFor(locale, 'shell')
  const ownNames = languages.map((value) => ({ value, label: languageNames[value], lang: value }))
  const themeNames = themes.map((value) => ({ value, label: t(`themes.${value}`) }))
  return html`<footer class="lk-foot">
${renderMenu({ name: 'language', label: t('language'), chosen: languageNames[language], choices: ownNames, current: language }, path, next)}
${renderMenu({ name: 'theme', label: t('theme'), choices: themeNames, current: theme }, path, next)}
</footer>`
}

function renderMenu({ name, label, chosen, choices, current }: MenuParts, path: string, next: string): Html {
  const buttons = choices.map(
    ({ value, label: text, lang }) =>
      html`<button name="${name}" value="${value}"${lang ? html` lang="${lang}"` : []} aria-pressed="${String(value === current)}">${text}</button>`,
  )
  return html`<button type="button" popovertarget="${name}"${chosen ? html` aria-label="${label}: ${chosen}"` : []}>
<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${icons[name]}"/></svg>
${chosen ?? label}</button>
<form popover id="${name}" method="post" action="${path}"><input type="hidden" name="next" value="${next}">${buttons}</form>`
}
