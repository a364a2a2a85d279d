import type { Command } from 'commander'
import { formatInstant } from './output.ts'
import { verbsOf } from './verb.ts'

export function addWhyCommand(program: Command): void {
  const verb = verbsOf(program)
  verb('why <requestId>', 'Explain why a request was refused, by the request ID of its response.').onSite(
    async ({ api }, requestId) => {
      const refusal = await api.call('explainRefusal', { params: { requestId } })
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
    },
  )
}
