import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const timeoutMs = 10 * secondMs
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/**
 * A key set (RFC 7517 §5), or any other JSON document with `keys`, from a file or a URL.
 * @throws Refusal `invalid_request` if it can't be read or is something else
 */
export async function readKeySet(source: string): Promise<JSONWebKeySet> {
  try {
    return keySet.parse(JSON.parse(await readText(source)))
  } catch (cause) {
    throw new Refusal('invalid_request', { description: `${source} is not a readable key set.`, cause })
  }
}

async function readText(source: string): Promise<string> {
  if (!/^https?:/.test(source)) return readFile(source, 'utf8')
  const response = await fetch(source, { signal: AbortSignal.timeout(timeoutMs) })
  return response.text()
}
