/** A number from 0 up to 1, the same row of them for the same seed. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Chance = () => number
const below = (chance: Chance, most: number) => Math.floor(chance() * most)
const oneOf = <Item>(chance: Chance, items: readonly Item[]): Item => items[below(chance, items.length)] as Item

const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e300,
  '',
  ' ',
  '(',
  '[[[[',
  '$1$&$$',
  '*'.repeat(50),
  '\0\r\n',
  '\ud800',
  '<x>&amp;',
  'a'.repeat(3_000),
  [],
  [[]],
  {},
  {enabled: 'maybe'},
  {toString: 1, constructor: 2},
  JSON.parse('{"__proto__": {"polluted": true}}'),
  'constructor',
  '__proto__',
]

/** Every object and list in a value, itself included. */
function holders(value: unknown): (Record<string, unknown> | unknown[])[] {
  if (typeof value !== 'object' || value === null) return []
  const held = value as Record<string, unknown>
  return [held, ...Object.values(held).flatMap(holders)]
}

/** The same JSON with one value changed, taken away, doubled, or put elsewhere. */
export function mutateJson(json: unknown, chance: Chance): unknown {
  const copy: unknown = structuredClone(json)
  const places = holders(copy)
  if (places.length === 0 || chance() < 0.02) return oneOf(chance, odd)
  const holder = oneOf(chance, places)
  const names = Object.keys(holder)
  const name = names.length === 0 ? 'new' : oneOf(chance, names)
  const target = holder as Record<string, unknown>
  const how = below(chance, 5)
  if (how === 0 && Array.isArray(holder)) holder.push(structuredClone(oneOf(chance, [...holder, ...odd])))
  else if (how === 1 && !Array.isArray(holder)) delete target[name]
  else if (how === 2)
    target[oneOf(chance, ['name', 'type', 'value', 'enabled', 'source', 'valueOf'])] = structuredClone(
      oneOf(chance, odd),
    )
  else target[name] = structuredClone(how === 3 ? oneOf(chance, places.slice(0, 20)) : oneOf(chance, odd))
  return copy
}

const signs = [
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '<',
  '>',
  '&',
  '/',
  '\0',
  'é',
  '9',
  ' ',
  '\n',
  '--',
  '$',
  ']]>',
  '<!DOCTYPE x>',
  '&x;',
  'null',
]

/** The same text with a few characters gone, put in, doubled or cut off. */
export function mutateText(text: string, chance: Chance): string {
  let mutated = text
  for (let times = 1 + below(chance, 3); times > 0; times--) {
    const at = below(chance, mutated.length)
    const end = at + 1 + below(chance, 8)
    const how = below(chance, 5)
    if (how === 0) mutated = mutated.slice(0, at) + mutated.slice(end)
    else if (how === 1) mutated = mutated.slice(0, at) + oneOf(chance, signs) + mutated.slice(at)
    else if (how === 2) mutated = mutated.slice(0, end) + mutated.slice(at)
    else if (how === 3) mutated = mutated.slice(0, at) + oneOf(chance, signs) + mutated.slice(end)
    else if (chance() < 0.2) mutated = mutated.slice(0, at)
  }
  return mutated
}
