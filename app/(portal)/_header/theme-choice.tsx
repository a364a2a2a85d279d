import { chooseTheme } from '../_preferences/actions.ts'
import { portalTranslator, readPreferences, themes } from '../_preferences/preferences.ts'
import { Segments } from './segments.tsx'

export async function ThemeChoice() {
  const [t, { theme }] = await Promise.all([portalTranslator('shell'), readPreferences()])
  const choices = themes.map((value) => ({ value, label: t(`themes.${value}`) }))
  return <Segments name="theme" choices={choices} current={theme} action={chooseTheme} />
}
