import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { root } from '../run-to-end.ts'
import { createIgnore, listContext } from './build-context.ts'
import { type Instruction, parseDockerfile, parseVariables, type Stage } from './dockerfile.ts'
import { containerId, type Machine, toProcessEnv } from './machine.ts'

/** What the instructions have led to so far: a folder that stands for the file system, and what a container is told. */
export type Image = Readonly<{
  folder: string
  workdir: string
  env: Readonly<Record<string, string>>
  /** The last instruction of each other kind: USER, CMD and so on. */
  settings: Readonly<Record<string, string>>
}>

type Building = Readonly<{ machine: Machine; built: ReadonlyMap<string, Image> }>
type Step = (image: Image, instruction: Instruction, building: Building) => Partial<Image> | undefined

/** Does what the Dockerfile says, each stage in an empty folder, without an engine. @returns what the last stage makes */
export function buildImage(machine: Machine): Image {
  const built = new Map<string, Image>()
  const stages = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const images = stages.map((stage, index) => {
    const image = buildStage(stage, join(machine.folder, `stage-${index}`), { machine, built })
    built.set(stage.name, image)
    return image
  })
  const last = images.at(-1)
  if (!last) throw new Error('the Dockerfile has no stage')
  return last
}

function buildStage({ from, instructions }: Stage, folder: string, building: Building): Image {
  mkdirSync(folder)
  const base = building.built.get(from)
  if (base) cpSync(base.folder, folder, { recursive: true, verbatimSymlinks: true })
  let image: Image = { workdir: '/', env: {}, settings: {}, ...base, folder }
  for (const instruction of instructions) {
    const startedAt = performance.now()
    const change = (steps[instruction.name] ?? keepSetting)(image, instruction, building)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    console.error(`${seconds.padStart(6)} s  ${instruction.name} ${instruction.text}`)
    image = { ...image, ...change }
  }
  return image
}

const keepSetting: Step = ({ settings }, { name, text }) => ({ settings: { ...settings, [name]: text } })

const steps: Readonly<Record<string, Step>> = {
  ENV: ({ env }, { text }) => ({ env: { ...env, ...parseVariables(text) } }),
  WORKDIR: ({ folder }, { text }) => {
    mkdirSync(join(folder, text), { recursive: true })
    return { workdir: text }
  },
  RUN: (image, { text }, { machine }) => {
    const { uid, gid, env } = machine
    const { folder } = image
    // As if the folder were the top of the file system, and the container's user the one who runs this.
    const command = text.replace(/(?<=\s)\/(?=data\b|app\b)/g, `${folder}/`).replace(ownership, `-o ${uid} -g ${gid}`)
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
    const options = { cwd: join(folder, image.workdir), env: toProcessEnv({ ...env, ...image.env }), uid, gid }
    const { status } = spawnSync('/bin/sh', ['-c', command], { ...options, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error(`it ended with ${status}: ${command}`)
    return undefined
  },
  COPY: (image, { text, flags }, { built }) => {
    const names = text.split(/\s+/)
    const target = join(image.folder, image.workdir, names.pop() ?? '')
    const stage = built.get(flags.from ?? '')
    if (flags.from && !stage) throw new Error(`there is no stage ${flags.from}`)
    for (const name of names) {
      if (stage) copy(join(stage.folder, name), target)
      else copySent(name, target)
    }
    return undefined
  },
}

const ownership = `-o ${containerId} -g ${containerId}`

/** A folder is copied as what is in it, a file under its own name. */
function copy(source: string, target: string): void {
  const place = statSync(source).isDirectory() ? target : join(target, basename(source))
  cpSync(source, place, { recursive: true, verbatimSymlinks: true })
}

/** The same out of what an engine would be sent, which is all that it would have. */
function copySent(name: string, target: string): void {
  const wanted = posix.normalize(name)
  const isBelow = (path: string) => wanted === '.' || path === wanted || path.startsWith(`${wanted}/`)
  const sent = listContext(root, createIgnore(readFileSync(join(root, '.dockerignore'), 'utf8'))).filter(isBelow)
  if (sent.length === 0) throw new Error(`.dockerignore keeps ${name} out, or there is no such file`)
  const top = sent.includes(wanted) ? dirname(wanted) : wanted
  for (const path of sent) cpSync(join(root, path), join(target, posix.relative(top, path)))
}
