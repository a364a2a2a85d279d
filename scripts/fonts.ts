import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const families = ['inter', 'jetbrains-mono']
const subsets = ['latin', 'latin-ext']

/** Puts the fonts of the npm packages where the stylesheet looks for them: served from our own origin. */
export function copyFonts(): void {
  const target = join(root, 'public', 'fonts')
  mkdirSync(target, { recursive: true })
  for (const family of families) {
    const files = join(root, 'node_modules', '@fontsource-variable', family, 'files')
    for (const subset of subsets) {
      copyFileSync(join(files, `${family}-${subset}-wght-normal.woff2`), join(target, `${family}-${subset}.woff2`))
    }
  }
}
