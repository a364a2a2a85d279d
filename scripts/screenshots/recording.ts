import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { EnvError } from '../../lib/kernel/env.ts'
import { signInToDemo } from '../demo-sign-in.ts'
import { openContext, type ShownProduct } from './product.ts'
import { pictureFolder } from './readme.ts'

const maxBytes = 1_000_000
const size = { width: 1080, height: 675 }
const searched = 'baker'

type Frame = Readonly<{ picture: Buffer; ms: number }>

/**
 * Records how an agent finds an account, opens it and finds it under Open now, as an animated WebP. @throws EnvError
 * above 1 MB
 */
export async function recordLaunch(product: ShownProduct): Promise<void> {
  const context = await openContext(product, { viewport: size, colorScheme: 'light' })
  const page = await signInToDemo(context)
  const frames: Frame[] = []
  const hold = async (ms: number) => {
    await page.waitForLoadState('networkidle')
    frames.push({ picture: await page.screenshot(), ms })
  }
  await act(page, hold)
  await context.close()
  const file = join(pictureFolder, 'open-account.webp')
  await sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 80, effort: 6, delay: frames.map(({ ms }) => ms), loop: 0 })
    .toFile(file)
  if (statSync(file).size > maxBytes) throw new EnvError(`${file} is larger than ${maxBytes} bytes.`)
}

async function act(page: Page, hold: (ms: number) => Promise<void>): Promise<void> {
  await hold(1_500)
  for (const letter of searched) {
    await page.keyboard.type(letter)
    await hold(180)
  }
  await page.locator('mark').first().waitFor()
  await hold(1_400)
  await page.keyboard.press('ArrowDown')
  await hold(900)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/accounts/**')
  await hold(2_200)
  await page.goto('/')
  await hold(1_800)
}
