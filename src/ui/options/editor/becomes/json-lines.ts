/** A piece of JSON as it is coloured. */
type JsonPiece = {readonly text: string; readonly kind: 'key' | 'string' | 'other' | 'mark'}
export type JsonLine = {readonly indent: number; readonly pieces: readonly JsonPiece[]}

const mark = (text: string): JsonPiece => ({text, kind: 'mark'})
const key = (name: string): JsonPiece => ({text: JSON.stringify(name), kind: 'key'})
const lengthOf = (pieces: readonly JsonPiece[]) => pieces.reduce((sum, {text}) => sum + text.length, 0)

function inline(value: unknown): JsonPiece[] {
  if (Array.isArray(value))
    return [mark('['), ...value.flatMap((each, at) => [...(at > 0 ? [mark(', ')] : []), ...inline(each)]), mark(']')]
  if (typeof value !== 'object' || value === null)
    return [{text: JSON.stringify(value) ?? 'null', kind: typeof value === 'string' ? 'string' : 'other'}]
  const inside = Object.entries(value).flatMap(([name, each], at) => [
    ...(at > 0 ? [mark(', ')] : []),
    key(name),
    mark(': '),
    ...inline(each),
  ])
  return inside.length === 0 ? [mark('{}')] : [mark('{ '), ...inside, mark(' }')]
}

/** What follows a value on its last line. */
type Closing = '' | ','
const closed = (pieces: readonly JsonPiece[], closing: Closing): readonly JsonPiece[] =>
  closing === '' ? pieces : [...pieces, mark(closing)]

const isBox = (value: unknown): value is object => typeof value === 'object' && value !== null

/** JSON in lines of a width: what is short stands in one, and a value that does not fit beside its key stands below it. */
export function jsonLines(value: unknown, width: number): JsonLine[] {
  const fits = (indent: number, pieces: readonly JsonPiece[]) => indent + lengthOf(pieces) <= width

  function entry(name: string, given: unknown, indent: number, closing: Closing): JsonLine[] {
    const whole = closed([key(name), mark(': '), ...inline(given)], closing)
    const isShallow = !isBox(given) || (Array.isArray(given) && !given.some(isBox))
    if (isShallow && fits(indent, whole)) return [{indent, pieces: whole}]
    const below = closed(inline(given), closing)
    if (!isBox(given) || (isShallow && fits(indent + 2, below)))
      return [
        {indent, pieces: [key(name), mark(':')]},
        {indent: indent + 2, pieces: below},
      ]
    return box(given, indent, [key(name), mark(': ')], closing)
  }

  function entries(given: object, indent: number): JsonLine[] {
    const all = Object.entries(given)
    return all.flatMap(([name, each], at) => entry(name, each, indent, at < all.length - 1 ? ',' : ''))
  }

  function box(given: object, indent: number, lead: readonly JsonPiece[], closing: Closing): JsonLine[] {
    const isList = Array.isArray(given)
    const inside = isList
      ? given.flatMap((each: unknown, at) => element(each, indent + 2, at < given.length - 1 ? ',' : ''))
      : entries(given, indent + 2)
    return [
      {indent, pieces: [...lead, mark(isList ? '[' : '{')]},
      ...inside,
      {indent, pieces: closed([mark(isList ? ']' : '}')], closing)},
    ]
  }

  /** In a list a record begins and ends on the lines of its first and last field. */
  function element(given: unknown, indent: number, closing: Closing): JsonLine[] {
    const whole = closed(inline(given), closing)
    if (!isBox(given) || fits(indent, whole)) return [{indent, pieces: whole}]
    if (Array.isArray(given)) return box(given, indent, [], closing)
    const lines = entries(given, indent + 2)
    return lines.map(({indent: own, pieces}, at) => ({
      indent: at === 0 ? indent : own,
      pieces: [
        ...(at === 0 ? [mark('{ ')] : []),
        ...pieces,
        ...(at === lines.length - 1 ? closed([mark(' }')], closing) : []),
      ],
    }))
  }

  return isBox(value) && Object.keys(value).length > 0 ? box(value, 0, [], '') : [{indent: 0, pieces: inline(value)}]
}
