import type { TestProject } from 'vitest/node'
import { type Control, startControl } from '../targets/start-control.ts'
import { type Product, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: Product
    control: Control
  }
}

/** One product and one control of the checks, for all files. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [{ product, stop }, { control, stop: stopControl }] = await Promise.all([startProduct(), startControl()])
  project.provide('product', product)
  project.provide('control', control)
  return async () => {
    await Promise.all([stop(), stopControl()])
  }
}
