/**
 * A font that draws every word as one bar of overlapping blocks. Pages look the same whatever fonts
 * a computer has: line breaks, cut-off text and text colours can still be compared.
 */
type Look = {
  /** In thousandths of the font size. */
  readonly advance: number
  readonly height: number
}

const u16 = (...values: readonly number[]) =>
  Buffer.concat(values.map(value => Buffer.from([(value >> 8) & 255, value & 255])))
const u32 = (...values: readonly number[]) =>
  Buffer.concat(values.map(value => u16(Math.floor(value / 0x1_0000), value & 0xffff)))

const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])

function checksum(data: Buffer): number {
  const whole = padded(data)
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}

/** One contour of four corners; see "glyf" of the OpenType specification. */
const box = (left: number, right: number, top: number) =>
  Buffer.concat([
    u16(1, left, 0, right, top),
    u16(3, 0),
    Buffer.from([1, 1, 1, 1]),
    u16(left, 0, right - left, 0),
    u16(0, top, 0, -top),
  ])

/** Spaces are glyph 1, which is empty; everything else is glyph 2. */
function characterMap(): Buffer {
  const ranges = [
    [0x20, 0x20, 1],
    [0x21, 0x9f, 2],
    [0xa0, 0xa0, 1],
    [0xa1, 0x10_ffff, 2],
  ] as const
  const table = Buffer.concat([u16(13, 0), u32(16 + ranges.length * 12, 0, ranges.length), u32(...ranges.flat())])
  return Buffer.concat([u16(0, 1, 3, 10), u32(12), table])
}

function nameTable(family: string): Buffer {
  const values = [family, 'Regular', family, family, '1', family]
  const text = values.map(value => Buffer.from(value, 'utf16le').swap16())
  let offset = 0
  const records = text.map((bytes, index) => {
    const record = u16(3, 1, 0x409, index + 1, bytes.length, offset)
    offset += bytes.length
    return record
  })
  return Buffer.concat([u16(0, values.length, 6 + values.length * 12), ...records, ...text])
}

const [ascent, descent] = [900, 200]
/** By how much a block reaches into the ones beside it, in thousandths of the font size. */
const overlap = 40

export function blockFont({advance, height}: Look): Buffer {
  const glyph = padded(box(-overlap, advance + overlap, height))
  const tables: Readonly<Record<string, Buffer>> = {
    'OS/2': Buffer.concat([
      u16(4, advance, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
      Buffer.alloc(10),
      u32(1, 0, 0, 0),
      Buffer.from('NONE'),
      u16(0x40, 0x20, 0xffff, ascent, -descent, 0, ascent, descent),
      u32(1, 0),
      u16(height, height, 0, 0x20, 1),
    ]),
    cmap: characterMap(),
    glyf: Buffer.concat([glyph, glyph]),
    head: Buffer.concat([
      u32(0x1_0000, 0x1_0000, 0, 0x5f0f_3cf5),
      u16(0, 1000),
      Buffer.alloc(16),
      u16(-overlap, 0, advance + overlap, height, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([
      u32(0x1_0000),
      u16(ascent, -descent, 0, advance, 0, 0, advance, 1, 0, 0),
      Buffer.alloc(10),
      u16(3),
    ]),
    hmtx: u16(advance, -overlap, advance, 0, advance, -overlap),
    loca: u32(0, glyph.length, glyph.length, glyph.length * 2),
    maxp: Buffer.concat([u32(0x1_0000), u16(3, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: nameTable('Block'),
    post: Buffer.concat([u32(0x3_0000, 0), u16(-75, 50), u32(0, 0, 0, 0, 0)]),
  }
  const entries = Object.entries(tables)
  let offset = 12 + entries.length * 16
  const directory = entries.map(([tag, data]) => {
    const entry = Buffer.concat([Buffer.from(tag), u32(checksum(data), offset, data.length)])
    offset += padded(data).length
    return entry
  })
  return Buffer.concat([
    u32(0x1_0000),
    u16(entries.length, 128, 3, 32),
    ...directory,
    ...entries.map(([, data]) => padded(data)),
  ])
}
