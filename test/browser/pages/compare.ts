import type {Page} from '@playwright/test'

type Comparison = {
  /** How many cells of the picture look different. */
  readonly cells: number
  /**
   * A PNG in base64: the new picture, faded, with the differing cells framed. Empty if there are
   * none.
   */
  readonly picture: string
}

/** Pixels a cell is wide and high. */
const cell = 8
/**
 * A cell differs if that many of its pixels are off by more than `off`, of 255. A plane of another
 * shade fills a cell and may be pale; a thin line or a moved letter is a few strong pixels. Smaller
 * differences come from the 256 colours of the stored pictures. A pixel is compared with all its
 * neighbours in the other picture, because letters are smoothed differently on each system.
 */
const limits = [
  {pixels: 32, off: 4},
  {pixels: 6, off: 20},
] as const

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
      const pixelsOf = (context: OffscreenCanvasRenderingContext2D) => context.getImageData(0, 0, width, height).data
      const [keptPixels, takenPixels] = [pixelsOf(old), pixelsOf(fresh)]
      const across = Math.ceil(width / size)
      /** By how much a byte lies outside the range of the other picture's pixels around it. */
      const beyond = (one: Uint8ClampedArray, other: Uint8ClampedArray, x: number, y: number, byte: number) => {
        const value = one[(y * width + x) * 4 + byte] ?? 0
        let [least, most] = [255, 0]
        for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++)
          for (let above = Math.max(0, y - 1); above <= Math.min(height - 1, y + 1); above++) {
            const near = other[(above * width + beside) * 4 + byte] ?? 0
            least = Math.min(least, near)
            most = Math.max(most, near)
          }
        return Math.max(value - most, least - value)
      }
      const least = Math.min(...allowed.map(({off}) => off))
      /** Most pixels are: nobody needs to look around them. */
      const [keptWhole, takenWhole] = [new Uint32Array(keptPixels.buffer), new Uint32Array(takenPixels.buffer)]
      const isAlike = (at: number) => {
        if (keptWhole[at] === takenWhole[at]) return true
        for (let byte = at * 4; byte < at * 4 + 4; byte++)
          if (Math.abs((keptPixels[byte] ?? 0) - (takenPixels[byte] ?? 0)) > least) return false
        return true
      }
      const counts = allowed.map(() => new Uint8Array(across * Math.ceil(height / size)))
      for (let at = 0; at < width * height; at++) {
        if (isAlike(at)) continue
        let most = 0
        const [x, y] = [at % width, Math.floor(at / width)]
        for (let byte = 0; byte < 4; byte++)
          if (keptPixels[at * 4 + byte] !== takenPixels[at * 4 + byte])
            most = Math.max(
              most,
              beyond(keptPixels, takenPixels, x, y, byte),
              beyond(takenPixels, keptPixels, x, y, byte),
            )
        if (most <= least) continue
        const place = Math.floor(y / size) * across + Math.floor(x / size)
        allowed.forEach(({off}, index) => {
          const count = counts[index]
          if (count && most > off) count[place] = (count[place] ?? 0) + 1
        })
      }
      const off: (readonly [number, number])[] = []
      for (let place = 0; place < (counts[0]?.length ?? 0); place++)
        if (allowed.some(({pixels}, index) => (counts[index]?.[place] ?? 0) >= pixels))
          off.push([(place % across) * size, Math.floor(place / across) * size])
      if (off.length === 0) return {cells: 0, picture: ''}
      fresh.fillStyle = 'rgb(255 255 255 / 0.6)'
      fresh.fillRect(0, 0, width, height)
      fresh.strokeStyle = 'rgb(220 0 0)'
      for (const [x, y] of off) fresh.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1)
      const bytes = new Uint8Array(await (await fresh.canvas.convertToBlob()).arrayBuffer())
      return {cells: off.length, picture: btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))}
    },
    [kept.toString('base64'), taken.toString('base64'), cell, limits] as const,
  )
