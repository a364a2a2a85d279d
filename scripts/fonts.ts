import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const families = ['inter', 'jetbrains-mono']
const subsets = ['latin', 'latin-ext']

/** Copies the fonts of the npm packages to `public/fonts`, so that they are served from the same origin. */
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
