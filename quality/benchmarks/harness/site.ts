import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Databases } from '../../resilience/harness/databases.ts'

/** The environment of the targets of a run. */
export type Site = Readonly<{
  /** The folder of the built product. */
  root: string
  /**
   * Creates a folder on the disk of the product: in a memory file system, fsync would take no time.
   */
  newFolder: (name: string) => string
  databases: Databases
  /** Where every target writes its processor profile. */
  profileFolder: string | undefined
  close: () => Promise<void>
}>

export function openSite(root: string, profile: boolean): Site {
  const data = join(root, 'data', 'bench')
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, 'run-'))
  const profileFolder = join(data, 'profiles')
  if (profile) rmSync(profileFolder, { recursive: true, force: true })
  const databases = new Databases()
  let count = 0
  return {
    root,
    newFolder: (name) => {
      const made = join(folder, `${++count}-${name}`)
      mkdirSync(made)
      return made
    },
    databases,
    profileFolder: profile ? profileFolder : undefined,
    close: async () => {
      await databases.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Environment variables that every target process gets. */
export function commonVariables({ profileFolder }: Site, name: string): Record<string, string> {
  if (!profileFolder) return {}
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir="${join(profileFolder, name)}"` }
}
