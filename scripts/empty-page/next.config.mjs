import { join } from 'node:path'

/** The product's own packages, two folders up. @type {import('next').NextConfig} */
const config = { poweredByHeader: false, compress: false, turbopack: { root: join(import.meta.dirname, '..', '..') } }

export default config
