import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type NginxOptions = Readonly<{
  /** The path of the program. */
  program: string
  /** Where it listens, on 127.0.0.1. */
  port: number
  /** The ports of the instances behind it. */
  instances: readonly number[]
  /** The configuration; by default the one that is shipped. */
  configuration?: string
  /** A last change to the configuration, to see what becomes of it. */
  change?: (configuration: string) => string
}>

export type NginxServer = Readonly<{
  /** What it has written so far, of requests and of trouble. */
  readAccessLog: () => string
  readErrorLog: () => string
  /** Ends it and removes its folder. */
  remove: () => Promise<void>
}>

const shipped = join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf')
const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
const patienceMs = 10_000

/** Starts a real nginx on the configuration that is shipped, in a folder of its own and before the given instances. */
export function startNginx(options: NginxOptions): Promise<NginxServer> {
  const { program, port, instances, configuration = shipped, change = (text) => text } = options
  const configure = (folder: string) => change(settle(readFileSync(configuration, 'utf8'), { folder, port, instances }))
  return runNginx({ program, port, configure })
}

export type NginxRun = Readonly<{
  /** The path of the program. */
  program: string
  /** Where it is to listen. */
  port: number
  /** Its configuration, all of whose files are to lie in this folder: `access.log` and `error.log` among them. */
  configure: (folder: string) => string
}>

/** Starts a real nginx, in a folder of its own. */
export async function runNginx({ program, port, configure }: NginxRun): Promise<NginxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-nginx-'))
  // Started by root, nginx runs its workers as another user.
  chmodSync(folder, 0o755)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configure(folder))
  const errorLog = join(folder, 'error.log')
  const args = ['-p', folder, '-c', file, '-e', errorLog, '-g', 'daemon off;']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await awaitPort(port, child).catch((error: unknown) => {
    throw new Error(readFileSync(errorLog, 'utf8'), { cause: error })
  })
  return {
    readAccessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    readErrorLog: () => readFileSync(errorLog, 'utf8'),
    remove: async () => {
      if (child.exitCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        await exit
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Places = Readonly<{ folder: string; port: number; instances: readonly number[] }>

/** The shipped configuration with this run's places, and nothing else about it changed. */
function settle(text: string, { folder, port, instances }: Places): string {
  const paths = temporaryPaths.map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join('')
  // As many lines as there are instances, for each block of lines that name the shipped ones.
  const toServers = (_block: string, _line: string, rest: string) =>
    instances.map((instance) => `    server 127.0.0.1:${instance} ${rest}\n`).join('')
  return changeAll(text, [
    (configuration) => configuration.replace(/^( *server latchkey-\d:3000 (.*)\n)+/gm, toServers),
    (configuration) => configuration.replace(/^ *listen 80;/m, `listen 127.0.0.1:${port};`),
    (configuration) => configuration.replaceAll('/var/log/nginx/', `${folder}/`),
    (configuration) => configuration.replace(/^pid .*$/m, `pid ${folder}/nginx.pid;`),
    (configuration) => configuration.replace(/^http \{\n/m, `http {\n${paths}`),
  ])
}

/** Applies changes of which each has to find what it is about. */
export function changeAll(text: string, changes: readonly ((configuration: string) => string)[]): string {
  return changes.reduce((configuration, change) => {
    const changed = change(configuration)
    if (changed === configuration) throw new Error(`The configuration of nginx is not what this expects: ${change}`)
    return changed
  }, text)
}

async function awaitPort(port: number, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(20)) {
    if (await answers(port)) return
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error('nginx does not answer')
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Not listening yet.
    return false
  } finally {
    socket.destroy()
  }
}
