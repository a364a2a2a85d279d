// Runs a script with the pinned Node.js, after installing missing or outdated packages.
// Only this file and its flags run on the Node.js of the machine, in a version of `engines` in package.json.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverFlags, serverVariables } from './server-flags.mjs'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.latchkey-installed')
/** Scripts that run the server in their own process. */
const serving = ['scripts/start.ts', 'scripts/demo.ts']
/** Short commands spend most of their time compiling. Write access here already allows changing the code. */
const compiled = { NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled') }
const endWithParent = pathToFileURL(join(import.meta.dirname, 'end-with-parent.mjs')).href
const pinnedNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

const [script, ...args] = process.argv.slice(2)
const isServer = serving.includes(script)

if (isServer && args.includes('--version')) {
  console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
} else {
  installPackages()
  runPinned([...(isServer ? serverFlags : []), join(root, script), ...args], isServer ? serverVariables : {})
}

function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(pinnedNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  console.error('Installing packages: about a minute the first time …')
  const npm = process.env.npm_execpath
  // `--no-save` follows the lockfile and leaves it unchanged, also if a registry lacks binaries of other platforms.
  const options = ['install', '--no-save', '--loglevel=error']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', options, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) fail('The packages could not be installed: see the lines above, then run the command again.')
  if (!existsSync(pinnedNode)) fail('The pinned Node.js is missing: allow the install script of the package "node".')
  writeFileSync(stampFile, wanted)
}

function runPinned(command, variables) {
  const env = { ...compiled, ...variables, ...process.env }
  // The channel closes with this process, also if it is killed.
  const bound = isServer ? { flags: ['--import', endWithParent], channel: ['ipc'] } : { flags: [], channel: [] }
  const stdio = ['inherit', 'inherit', 'inherit', ...bound.channel]
  const child = spawn(pinnedNode, [...bound.flags, ...command], { cwd: root, stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => fail(`The pinned Node.js could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code
  })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
