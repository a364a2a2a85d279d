import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { toPattern } from '#lib/gateway/endpoint-table.ts'

/** Whether the router behind the front has something at a path, with or without a slash at its end. */
export type PageTable = (pathname: string) => boolean

const manifestSchema = z.record(z.string(), z.string())

/** The table of the pages, route handlers and public files of a built product, as its router knows them. */
export function readPageTable(root: string): PageTable {
  const manifest = readFileSync(join(root, '.next', 'app-path-routes-manifest.json'), 'utf8')
  const files = readdirSync(join(root, 'public'), { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`)
  return createPageTable([...Object.values(manifestSchema.parse(JSON.parse(manifest))), ...files])
}

/** @param addresses as the folders below `app` spell them, and the files below `public` */
export function createPageTable(addresses: readonly string[]): PageTable {
  // Those that begin with an underscore are the router's own.
  const own = addresses.filter((address) => !address.startsWith('/_'))
  const fixed = new Set(own.filter((address) => !address.includes('[')))
  const patterns = own.filter((address) => address.includes('[')).map(toPattern)
  return (pathname) => {
    // The router redirects from doubled slashes, and from one at the end.
    const path = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    return fixed.has(path) || path.startsWith('/_next/static/') || patterns.some((pattern) => pattern.test(path))
  }
}
