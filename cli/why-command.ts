import type { Command } from 'commander'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { type CommandOutput, formatInstant } from './output.ts'
import { addVerb } from './verb.ts'

export function addWhyCommand(program: Command): void {
  addVerb(program, 'why <requestId>', async ({ api }, requestId: string) =>
    describeRefusal(await api.call('explainRefusal', { params: { requestId } })),
  ).description('Explain why a request was refused, by the request ID of its response.')
}

function describeRefusal(refusal: ResponseOf<'explainRefusal'>): CommandOutput {
  const { cause, remedy, endpoint, status, error, network, keyId, keyName, shape } = refusal
  const at = Date.parse(refusal.at)
  const fields = shape.fields.join(', ') || 'no known field'
  return {
    json: { ...refusal, at },
    lines: [
      `${cause} ${remedy}`,
      `${formatInstant(at)} UTC, ${shape.method} ${endpoint}, ${status} ${error}`,
      `from ${network}, ${keyId === null ? 'no recognized key' : `${keyName} (${keyId})`}`,
      `sent: ${fields}, ${shape.unknownFields} unknown; content type ${shape.contentType}`,
    ],
  }
}
