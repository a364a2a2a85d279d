import type { Command } from 'commander'
import { Refusal } from '#lib/errors.ts'
import { explainRefusal } from '#lib/refusals/explain-refusal.ts'
import { type ExplainedRefusal, findRefusal } from '#lib/refusals/find-refusals.ts'
import { type CommandOutput, formatInstant } from './output.ts'
import { addLocalVerb } from './run.ts'

export function addWhyCommand(program: Command): void {
  addLocalVerb(program, 'why <requestId>', async ({ services, actor }, requestId: string) => {
    const refusal = await findRefusal(services, actor, requestId)
    if (!refusal) throw new Refusal('not_found', { description: 'No refusal is stored for this request ID.' })
    return describeRefusal(refusal)
  }).description('Explain why a request was refused, by the request ID of its response.')
}

function describeRefusal(refusal: ExplainedRefusal): CommandOutput {
  const explanation = explainRefusal(refusal, { locale: 'en', timeZone: 'UTC' })
  const { at, endpoint, status, error, network, keyId, keyName, shape } = refusal
  const fields = shape.fields.join(', ') || 'no known field'
  return {
    json: { ...refusal, ...explanation },
    lines: [
      `${explanation.cause} ${explanation.remedy}`,
      `${formatInstant(at)} UTC, ${shape.method} ${endpoint}, ${status} ${error}`,
      `from ${network}, ${keyId === null ? 'no recognized key' : `${keyName} (${keyId})`}`,
      `sent: ${fields}, ${shape.unknownFields} unknown; content type ${shape.contentType}`,
    ],
  }
}
