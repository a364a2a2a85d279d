import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readVersion } from '#lib/kernel/version.ts'

const { devDependencies, engines } = JSON.parse(readFileSync('package.json', 'utf8'))

it('.nvmrc names the Node.js that package.json pins', () => {
  expect(readFileSync('.nvmrc', 'utf8')).toBe(`${devDependencies.node}\n`)
})

it('engines name the versions in which the launcher runs: import.meta.dirname came with 20.11 and 21.2', () => {
  expect(engines.node).toBe('^20.11.0 || >=21.2.0')
  expect(readFileSync('scripts/with-node.mjs', 'utf8')).toContain('import.meta.dirname')
})

it('the changelog has the version of package.json, and every section of what comes next', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  expect(changelog).toContain(`## [${readVersion()}] – `)
  const unreleased = changelog.slice(changelog.indexOf('## [Unreleased]'), changelog.indexOf(`## [${readVersion()}]`))
  expect([...unreleased.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual([
    'Added',
    'Changed',
    'Fixed',
    'Security',
  ])
})

it('SECURITY.md names the supported version', () => {
  const [major, minor] = readVersion().split('.')
  expect(readFileSync('SECURITY.md', 'utf8')).toContain(`| ${major}.${minor} | yes |`)
})

it('issue forms are forms that GitHub reads', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(folder).filter((name) => name !== 'config.yml')
  expect(forms.length).toBeGreaterThan(1)
  for (const name of forms) {
    const { name: title, description, body } = parse(readFileSync(join(folder, name), 'utf8'))
    expect([typeof title, typeof description], name).toEqual(['string', 'string'])
    for (const { type, attributes } of body) {
      expect(['markdown', 'textarea', 'input', 'dropdown'], name).toContain(type)
      expect(typeof (type === 'markdown' ? attributes.value : attributes.label), name).toBe('string')
    }
  }
})
