import type { TestProject } from 'vitest/node'
import { type Control, startControl } from '../targets/start-control.ts'
import { type Product, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: Product
    control: Control
  }
}

/** One product and one control of the checks, for all files. @returns what ends them */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  const stopAll = async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
  try {
    const { control, stop: stopControl } = await startControl()
    stops.push(stopControl)
    const { product, stop } = await startProduct()
    stops.push(stop)
    project.provide('control', control)
    project.provide('product', product)
    return stopAll
  } catch (error) {
    await stopAll()
    throw error
  }
}
