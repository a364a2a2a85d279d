import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { openDatabase } from '#lib/db/database.ts'
import { migrate } from '#lib/db/migrate.ts'

function newFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

/** A process that opens and migrates the folder at the given instant. @returns what it printed */
function migrateElsewhere(dataDir: string, at: number): Promise<string> {
  const script = `
    import { systemClock } from '#lib/clock.ts'
    import { openDatabase } from '#lib/db/database.ts'
    import { migrate } from '#lib/db/migrate.ts'
    while (Date.now() < ${at}) {}
    const db = openDatabase(${JSON.stringify(dataDir)}, systemClock, 20)
    process.stdout.write(JSON.stringify(await migrate(db)))
    await db.destroy()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    output += String(chunk)
  })
  return new Promise((resolve) => child.on('close', () => resolve(output)))
}

describe('migrating', () => {
  it('runs each step once and names it', async () => {
    const db = openDatabase(newFolder(), systemClock, 20)
    onTestFinished(() => db.destroy())
    expect(await migrate(db)).toEqual(['0001-first-tables'])
    expect(await migrate(db)).toEqual([])
  })

  it('runs once when six processes start on a new folder at the same moment', async () => {
    const dataDir = newFolder()
    const at = Date.now() + 1_500
    const outputs = await Promise.all(Array.from({ length: 6 }, () => migrateElsewhere(dataDir, at)))
    expect(outputs.toSorted()).toEqual(['["0001-first-tables"]', '[]', '[]', '[]', '[]', '[]'])
  })
})
