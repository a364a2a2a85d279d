import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Databases } from '../../resilience/harness/databases.ts'

/** What the targets of one run stand on. */
export type Site = Readonly<{
  /** The folder of the built product. */
  root: string
  /**
   * A folder of its own for whoever asks, on the disk that the product lies on: a file system in memory would not have
   * to wait.
   */
  newFolder: (name: string) => string
  databases: Databases
  /** Have every target write a profile of its processor's time into this folder. */
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

/** The variables that the process of this target gets besides its own. */
export function commonVariables({ profileFolder }: Site, name: string): Record<string, string> {
  if (!profileFolder) return {}
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir="${join(profileFolder, name)}"` }
}
