import {crc32, deflateSync} from 'node:zlib'
import type {Page} from '@playwright/test'

/** The pixels of a PNG, which the browser reads for us. */
async function pixelsOf(page: Page, png: Buffer): Promise<{width: number; height: number; data: Buffer}> {
  const {width, height, text} = await page.evaluate(async given => {
    const bytes = Uint8Array.from(atob(given), character => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    if (!context) throw new Error('There is no canvas')
    context.drawImage(image, 0, 0)
    const {data} = context.getImageData(0, 0, image.width, image.height)
    return {
      width: image.width,
      height: image.height,
      text: btoa(Array.from(data, byte => String.fromCharCode(byte)).join('')),
    }
  }, png.toString('base64'))
  return {width, height, data: Buffer.from(text, 'base64')}
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const distance = (a: number, b: number) =>
  [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0)

/** So many pixels are a plane, whose shade is seen however pale it is. */
const plane = 200

/** Colours that differ from each more frequent one by at least this, and those of planes. */
function apart(frequent: readonly number[], counts: ReadonlyMap<number, number>, least: number): number[] {
  const palette: number[] = []
  for (const color of frequent)
    if (
      palette.length <= 256 &&
      ((counts.get(color) ?? 0) >= plane || palette.every(each => distance(each, color) > least))
    )
      palette.push(color)
  return palette
}

/**
 * 256 colours: those with the smallest differences, then the frequent ones. A rare icon would
 * otherwise lose its colour to the shades of text.
 */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const frequent = [...counts.keys()].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const steps = [0, 10, 20, 40, 80, 160, 320, 640, 1280]
  const palette = steps.map(least => apart(frequent, counts, least)).find(({length}) => length <= 256) ?? []
  return [...new Set([...palette, ...frequent])].slice(0, 256)
}

/** The same picture with 256 colours: a third of the bytes, and no eye sees it. */
export async function smallPng(page: Page, png: Buffer): Promise<Buffer> {
  const {width, height, data} = await pixelsOf(page, png)
  const colors = Array.from({length: width * height}, (_, at) => data.readUIntBE(at * 4, 3))
  const counts = new Map<number, number>()
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1)
  const palette = paletteOf(counts)
  const places = new Map(palette.map((color, index) => [color, index]))
  for (const color of counts.keys()) {
    if (places.has(color)) continue
    const near = palette.reduce(
      (best, each, at) => (distance(each, color) < distance(palette[best] ?? 0, color) ? at : best),
      0,
    )
    places.set(color, near)
  }
  const rows = Buffer.alloc(height * (width + 1))
  colors.forEach((color, at) => rows.writeUInt8(places.get(color) ?? 0, at + Math.floor(at / width) + 1))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const table = Buffer.concat(palette.map(color => Buffer.from([color >> 16, (color >> 8) & 255, color & 255])))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, {level: 9})),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
