import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The user that the Dockerfile names: nobody in particular, and no name is needed for it. */
export const containerId = 1000

/** What stands in for an engine and for the base image: a folder with Node.js and npm, and somebody who is not root. */
export type Machine = Readonly<{
  folder: string
  /** All that a step finds in its environment, besides what the image sets. */
  env: Readonly<Record<string, string>>
  uid: number
  gid: number
}>

/** Of the surroundings, only what tells npm how to reach its registry. */
const passedOn = /^(https?_proxy|no_proxy|npm_config_(registry|cafile)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i

/** As root, steps are run as the container's user; anybody else can only be themselves. */
export function prepareMachine(): Machine {
  const isRoot = process.getuid?.() === 0
  const uid = isRoot ? containerId : Number(process.getuid?.())
  const gid = isRoot ? containerId : Number(process.getgid?.())
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-image-'))
  chmodSync(folder, 0o755)
  const bin = join(folder, 'bin')
  const home = join(folder, 'home')
  mkdirSync(bin)
  mkdirSync(home)
  // Copies, because another user may not be able to reach the originals.
  copyFileSync(process.execPath, join(bin, 'node'))
  const npm = dirname(dirname(findNpm()))
  cpSync(npm, join(folder, 'npm'), { recursive: true })
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec node '${join(folder, 'npm/bin/npm-cli.js')}' "$@"\n`, {
    mode: 0o755,
  })
  if (isRoot) execFileSync('chown', ['-R', `${uid}:${gid}`, home])
  const surroundings = Object.entries(process.env).filter(([name, value]) => passedOn.test(name) && value)
  const env = { ...Object.fromEntries(surroundings), PATH: `${bin}:/usr/bin:/bin`, HOME: home }
  return { folder, env, uid, gid }
}

/** The types of the framework want a NODE_ENV everywhere, and the steps of a build must do without. */
export function toProcessEnv(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return env as NodeJS.ProcessEnv
}

function findNpm(): string {
  return realpathSync(process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())
}
