export type Instruction = Readonly<{ name: string; flags: Readonly<Record<string, string>>; text: string }>

/** A part of a Dockerfile that begins with FROM: its own name, what it starts from, and what it does. */
export type Stage = Readonly<{ name: string; from: string; instructions: readonly Instruction[] }>

/** Reads a Dockerfile, as far as ours goes: no heredocs, no variables outside of commands. */
export function parseDockerfile(text: string): Stage[] {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = []
  const logicalLines = text.replace(/^\s*#.*$/gm, '').replace(/\\\n/g, ' ')
  for (const line of logicalLines.split('\n').filter((candidate) => candidate.trim() !== '')) {
    const instruction = parseInstruction(line.trim())
    const [, from = '', name = ''] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.text) ?? []
    if (instruction.name === 'FROM') stages.push({ name, from, instructions: [] })
    else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

function parseInstruction(line: string): Instruction {
  const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
  const [flagText = ''] = /^(--\S+\s+)*/.exec(rest) ?? []
  const flags = [...flagText.matchAll(/--([\w-]+)=(\S+)/g)].map(([, flag = '', value = '']) => [flag, value])
  return { name: name.toUpperCase(), flags: Object.fromEntries(flags), text: rest.slice(flagText.length).trim() }
}

/** What an ENV sets. */
export function parseVariables(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
}

/** The words of a command in its exec form, which no shell ever sees. */
export function parseExecForm(text: string): [string, ...string[]] {
  const words: unknown = JSON.parse(text.replace(/^CMD\s+/, ''))
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`no exec form: ${text}`)
  const [program = '', ...args] = words
  return [program, ...args]
}
