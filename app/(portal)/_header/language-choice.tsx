import { languages } from '#lib/i18n/languages.ts'
import { chooseLanguage } from '../_preferences/actions.ts'
import { readPreferences } from '../_preferences/preferences.ts'
import { Segments } from './segments.tsx'

/** Each language is named in that language. */
const ownNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', it: 'Italiano', nl: 'Nederlands' }

export async function LanguageChoice() {
  const { language } = await readPreferences()
  const choices = languages.map((value) => ({ value, label: ownNames[value], lang: value }))
  return <Segments name="language" choices={choices} current={language} action={chooseLanguage} />
}
