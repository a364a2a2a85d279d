import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './run-to-end.ts'

/** Packages of development whose files are part of the pages: fonts and icons. */
const shipped = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono', '@tabler/icons-react']
const licenseFile = /^(licen[cs]e|copying|notice)s?([-.]\w+)*$/i

/** Writes the licenses of every package of the image in `target`, and of what Next bundles, to one file. */
function writeNotices(target: string): void {
  const manifests = globSync('node_modules/**/package.json', { cwd: target, exclude: (path) => path.endsWith('/test') })
  const folders = [
    ...manifests.map((path) => join(target, dirname(path))),
    ...shipped.map((name) => join(root, 'node_modules', name)),
  ]
  const notices = new Map<string, string>()
  for (const folder of folders) {
    const files = readdirSync(folder).filter((name) => licenseFile.test(name))
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    if (name === undefined && texts.length === 0) continue
    const title = [name ?? basename(folder), version, license && `(${JSON.stringify(license).replaceAll('"', '')})`]
    notices.set(title.filter(Boolean).join(' '), texts.join('\n\n'))
  }
  const sections = [...notices].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = sections.map(([title, notice]) => `${'-'.repeat(80)}\n${title}\n\n${notice}`.trimEnd()).join('\n\n')
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.txt'), `Latchkey contains these packages.\n\n${text}\n`)
}

const [target] = process.argv.slice(2)
if (target === undefined || !existsSync(join(target, 'node_modules'))) {
  console.error('write-notices.ts TARGET: a folder with node_modules')
  process.exit(2)
}
writeNotices(target)
