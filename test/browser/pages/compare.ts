import type {Page} from '@playwright/test'

type Comparison = {
  /** How many cells of the picture look different. */
  readonly cells: number
  /** The new picture, faded, with those cells framed: a PNG in base64. */
  readonly picture: string
}

/** Pixels a cell is wide and high. */
const cell = 8
/** How far the mean colour of a cell may be off, of 255: edges are not smoothed in the same way everywhere. */
const tolerance = 14

/** Lays two pictures over each other. The browser does it: it reads PNG already. */
export const compare = (page: Page, kept: Buffer, taken: Buffer): Promise<Comparison> =>
  page.evaluate(
    async ([keptText, takenText, size, allowed]) => {
      const decoded = (text: string) =>
        createImageBitmap(new Blob([Uint8Array.from(atob(text), character => character.charCodeAt(0))]))
      const [before, after] = await Promise.all([decoded(keptText), decoded(takenText)])
      const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)]
      const drawn = (image: ImageBitmap) => {
        const context = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true})
        if (!context) throw new Error('There is no canvas')
        context.drawImage(image, 0, 0)
        return context
      }
      const [old, fresh] = [drawn(before), drawn(after)]
      const meanOf = (context: OffscreenCanvasRenderingContext2D, x: number, y: number) => {
        const {data} = context.getImageData(x, y, size, size)
        const sums = [0, 0, 0, 0]
        data.forEach((value, index) => {
          sums[index % 4] = (sums[index % 4] ?? 0) + value
        })
        return sums.map(sum => sum / (size * size))
      }
      const off: (readonly [number, number])[] = []
      for (let y = 0; y < height; y += size)
        for (let x = 0; x < width; x += size) {
          const one = meanOf(old, x, y)
          const other = meanOf(fresh, x, y)
          if (one.some((value, index) => Math.abs(value - (other[index] ?? 0)) > allowed)) off.push([x, y])
        }
      fresh.fillStyle = 'rgb(255 255 255 / 0.6)'
      fresh.fillRect(0, 0, width, height)
      fresh.strokeStyle = 'rgb(220 0 0)'
      for (const [x, y] of off) fresh.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1)
      const bytes = new Uint8Array(await (await fresh.canvas.convertToBlob()).arrayBuffer())
      return {cells: off.length, picture: btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))}
    },
    [kept.toString('base64'), taken.toString('base64'), cell, tolerance] as const,
  )
